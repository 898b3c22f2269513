package io.plantgate.web;

import io.plantgate.worklist.CompletionWord;
import io.plantgate.worklist.FieldDifferences;
import io.plantgate.worklist.FieldDifferences.Difference;
import io.plantgate.worklist.ItemArrival;
import io.plantgate.worklist.ItemKind;
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
            @RequestParam(required = false) ItemKind kind,
            @RequestParam(required = false) Boolean open,
            @RequestParam(required = false) String profile,
            @RequestParam(required = false) String source,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        ItemQuery query = new ItemQuery(kind, open, profile, source);
        return Page.of(
                paging.limit(limit), rows -> workList.items(query, Paging.below(after), rows), WorkItem::workItemId);
    }

    @GetMapping("/api/work-items/{workItemId}")
    WorkItemAnswer item(
            @PathVariable long workItemId,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        int pageRows = paging.limit(limit);
        WorkItem item = find(workItemId);
        Page<ItemArrival> behind = Page.of(
                pageRows, rows -> workList.arrivals(workItemId, Paging.below(after), rows), ItemArrival::arrivalId);
        return new WorkItemAnswer(item, behind, item.canonicalId() == null ? null : differences(item));
    }

    @GetMapping("/api/work-items/{workItemId}/history")
    HistoryAnswer history(
            @PathVariable long workItemId,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        int pageRows = paging.limit(limit);
        find(workItemId);
        Page<CompletionWord> completions = Page.of(
                pageRows,
                rows -> workList.completions(workItemId, Paging.below(after), rows),
                CompletionWord::arrivalId);
        return new HistoryAnswer(workList.settlements(workItemId, pageRows), completions);
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
