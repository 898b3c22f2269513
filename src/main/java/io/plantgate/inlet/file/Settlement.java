package io.plantgate.inlet.file;

import io.plantgate.event.VisibleText;
import io.plantgate.inlet.ImportRow;
import io.plantgate.inlet.ImportRow.State;
import io.plantgate.ledger.LedgerExchange.StreamSummary;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says what became of a claimed file: first in the row of {@code import}, then on disk. Killed between the two, the next
 * start reads the row and moves the file where it belongs.
 */
final class Settlement {

    private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);
    private static final int REASON_CHARS_MAX = 1000;

    private final String inlet;
    private final InboxFolders folders;
    private final FileInlet shared;

    Settlement(String inlet, InboxFolders folders, FileInlet shared) {
        this.inlet = inlet;
        this.folders = folders;
        this.shared = shared;
    }

    /**
     * Settles a file whose exchange has ended.
     *
     * @param failure what the exchange failed with, or null
     * @return false if it was interrupted and stays claimed
     */
    boolean settle(ClaimedFile file, Throwable failure) throws IOException {
        file.close();
        String defect = defect(file);
        if (file.isRecorded() && defect == null) {
            done(file, failure);
        } else if (defect == null && failure != null && Interruption.isBehind(failure)) {
            return false;
        } else {
            failed(file, defect, failure);
        }
        return true;
    }

    private static String defect(ClaimedFile file) throws IOException {
        if (!file.isRecorded()) {
            return null;
        }
        if (file.stream().defect() != null) {
            return file.stream().defect();
        }
        long now = InboxFolders.attributes(file.path()).size();
        return now == file.row().fileBytes()
                ? null
                : "it changed from " + file.row().fileBytes() + " to " + now
                        + " bytes after it was claimed: its sender was not done with it";
    }

    private static String message(Throwable failure) {
        return failure == null
                ? "the route ended without ledger:record"
                : failure.getClass().getSimpleName() + ": " + failure.getMessage();
    }

    private void done(ClaimedFile file, Throwable failure) throws IOException {
        if (failure != null) {
            LOG.warn(
                    "{}: a step after ledger:record failed for {}; its rows are recorded.",
                    inlet,
                    file.label(),
                    failure);
        }
        State state = file.stream().contentBytes() == 0 ? State.EMPTY : State.DONE;
        settleRow(file.row(), state, null);
        Path target = folders.moveToDone(file.path());
        StreamSummary all = file.summary();
        LOG.info(
                "{}: {} is {}: {} canonical, {} duplicate, {} conflict, {} incomplete, {} quarantined, {} recorded before;"
                        + " now {}.",
                inlet,
                file.label(),
                state,
                all.canonical(),
                all.duplicate(),
                all.conflict(),
                all.incomplete(),
                all.quarantined(),
                all.skipped(),
                target);
    }

    // Nobody else logs a failed step: the stack trace is for who wrote it.
    private void failed(ClaimedFile file, String defect, Throwable failure) throws IOException {
        String reason = VisibleText.of(defect != null ? defect : message(failure), REASON_CHARS_MAX);
        settleRow(file.row(), State.FAILED, reason);
        Path target = folders.moveToFailed(file.path(), explanation(file.row(), reason));
        LOG.error(
                "{}: {} failed: {}. The file and the reason are at {}.",
                inlet,
                file.label(),
                reason,
                target,
                defect != null ? null : failure);
    }

    /** Moves a file whose import was settled before the process was killed. */
    void moveSettled(ClaimedFile file) throws IOException {
        if (file.row().state() == State.FAILED) {
            folders.moveToFailed(file.path(), explanation(file.row(), file.row().reason()));
        } else {
            folders.moveToDone(file.path());
        }
        LOG.info(
                "{}: {} was {} before the last stop; moved.",
                inlet,
                file.label(),
                file.row().state());
    }

    private void settleRow(ImportRow row, State state, String reason) {
        if (shared.imports().settle(row.importId(), state, reason)) {
            shared.count(inlet, state);
        }
    }

    private static String explanation(ImportRow row, String reason) {
        return """
                Where: %s, import %d, node %s, dropped as %s at %s
                What: %s.
                What to do: the rows before are recorded and decided (GET /api/imports/%d). Correct the file, or ask for \
                it anew, and drop it into the inbox again under any name: rows that are known turn out as duplicates.
                """.formatted(
                        row.inlet(),
                        row.importId(),
                        row.node(),
                        VisibleText.of(row.fileName(), 255),
                        row.startedAt(),
                        reason,
                        row.importId());
    }
}
