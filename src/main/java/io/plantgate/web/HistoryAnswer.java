package io.plantgate.web;

import io.plantgate.worklist.CompletionWord;
import io.plantgate.worklist.Settlement;
import java.util.List;

/** Who said what of a work item, when and why; the newest first. */
record HistoryAnswer(List<Settlement> settlements, Page<CompletionWord> completions) {}
