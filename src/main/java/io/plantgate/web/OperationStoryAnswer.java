package io.plantgate.web;

import io.plantgate.operation.OperationStory;
import java.util.List;

/** An operation with its whole history. */
record OperationStoryAnswer(
        OperationAnswer operation,
        List<OperationStory.Move> history,
        List<OperationStory.Attempt> attempts,
        List<OperationStory.Word> words,
        List<OperationStory.Approval> approvals,
        List<OperationStory.Contradiction> conflicts) {

    static OperationStoryAnswer of(OperationStory story) {
        return new OperationStoryAnswer(
                OperationAnswer.of(story.operation()),
                story.moves(),
                story.attempts(),
                story.words(),
                story.approvals(),
                story.conflicts());
    }
}
