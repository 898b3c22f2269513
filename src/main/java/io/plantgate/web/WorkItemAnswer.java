package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.plantgate.worklist.FieldDifferences.Difference;
import io.plantgate.worklist.ItemArrival;
import io.plantgate.worklist.WorkItem;
import java.util.List;

/**
 * A work item with the arrivals behind it.
 *
 * @param differences of a conflict: what its first arrival says otherwise than the canonical one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record WorkItemAnswer(@JsonUnwrapped WorkItem item, Page<ItemArrival> arrivals, List<Difference> differences) {}
