package io.plantgate.report;

import io.plantgate.ledger.Verdict;
import java.util.OptionalInt;

/**
 * What a line is, in the words of an expectation.
 *
 * @param duplicateOfLine the line whose event it repeats or contradicts, if there is one in the file
 */
record Outcome(Verdict verdict, OptionalInt duplicateOfLine) {

    static Outcome of(ReportRow row) {
        boolean isTheEvent = row.verdict() == Verdict.CANONICAL;
        return new Outcome(row.verdict(), isTheEvent ? OptionalInt.empty() : row.lineOfEvent());
    }

    @Override
    public String toString() {
        String word = Wording.shown(verdict);
        return duplicateOfLine.isPresent() ? word + " of line " + duplicateOfLine.getAsInt() : word;
    }
}
