package io.plantgate.web;

import io.plantgate.worklist.FieldDifferences;
import io.plantgate.worklist.FieldDifferences.Difference;
import io.plantgate.worklist.ItemQuery;
import io.plantgate.worklist.KeptArrivals;
import io.plantgate.worklist.WorkItem;
import io.plantgate.worklist.WorkList;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /api/work-items}: what waits for a person. */
@RestController
class WorkItemsController {

    private final WorkList workList;
    private final KeptArrivals arrivals;
    private final FieldDifferences differences;
    private final Paging paging;

    WorkItemsController(WorkList workList, KeptArrivals arrivals, FieldDifferences differences, Paging paging) {
        this.workList = workList;
        this.arrivals = arrivals;
        this.differences = differences;
        this.paging = paging;
    }

    @GetMapping("/api/work-items")
    Page<WorkItem> list(
            @RequestParam(required = false) String kind,
            @RequestParam(required = false) Boolean open,
            @RequestParam(required = false) String profile,
            @RequestParam(required = false) String source,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        int rows = paging.limit(limit);
        List<WorkItem> items = workList.items(new ItemQuery(kind, open, profile, source), Paging.below(after), rows);
        return Page.of(items, rows, WorkItem::workItemId);
    }

    @GetMapping("/api/work-items/{workItemId}")
    WorkItemAnswer item(
            @PathVariable long workItemId,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        int rows = paging.limit(limit);
        WorkItem item = find(workItemId);
        var behind =
                Page.of(workList.arrivals(workItemId, Paging.below(after), rows), rows, arrival -> arrival.arrivalId());
        return new WorkItemAnswer(item, behind, item.canonicalId() == null ? null : differences(item));
    }

    @GetMapping("/api/work-items/{workItemId}/history")
    HistoryAnswer history(
            @PathVariable long workItemId,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        int rows = paging.limit(limit);
        find(workItemId);
        var completions =
                Page.of(workList.completions(workItemId, Paging.below(after), rows), rows, word -> word.arrivalId());
        return new HistoryAnswer(workList.settlements(workItemId, rows), completions);
    }

    private WorkItem find(long workItemId) {
        return workList.item(workItemId)
                .orElseThrow(() -> new NotThereException("There is no work item " + workItemId + "."));
    }

    private List<Difference> differences(WorkItem item) {
        return arrivals.find(item.canonicalId())
                .flatMap(first -> arrivals.find(item.arrivalId()).map(other -> differences.between(first, other)))
                .orElse(null);
    }
}
