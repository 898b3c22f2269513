package io.plantgate.scan;

import io.plantgate.scan.WorkedScan.Found;

/**
 * What a scan turned out to be for the business.
 *
 * @param word one of ok, not ok, pending, unknown barcode, bound elsewhere, repeated
 * @param code for programs
 * @param message for people; null where there is nothing to say
 * @param status how far the scan came: bound, completed or failed
 */
record Result(String word, String code, String message, String status) {

    private static final Result OK = new Result("ok", "OK", null, "completed");
    private static final Result NO_READ = new Result("not ok", "NO_READ", "The reader read nothing.", "completed");
    private static final Result UNKNOWN =
            new Result("unknown barcode", "UNKNOWN_BARCODE", "The MES does not know this code.", "completed");

    /**
     * @param boundElsewhere what holds the code already, or null
     * @param repeats the scan that this one repeats under another key, or null
     */
    static Result of(Found found, Binder.Holder boundElsewhere, Long repeats) {
        Finding finding = found.finding();
        if (found.scan().code().noRead()) {
            return NO_READ;
        }
        if (finding.kind() == Finding.Kind.FAILED) {
            return new Result("not ok", "LOOKUP_FAILED", finding.message(), "failed");
        }
        if (finding.kind() == Finding.Kind.UNKNOWN) {
            return UNKNOWN;
        }
        if (boundElsewhere != null) {
            return new Result("bound elsewhere", "ALREADY_BOUND", boundElsewhere.message(), "completed");
        }
        if (repeats != null) {
            return new Result("repeated", "REPEATED", "Scanned before as event " + repeats + ".", "completed");
        }
        return finding.result() == null ? bound(finding) : own(finding);
    }

    private static Result bound(Finding finding) {
        return finding.kind() == Finding.Kind.PENDING
                ? new Result("pending", "PENDING", "The MES has it and confirms later.", "bound")
                : OK;
    }

    private static Result own(Finding finding) {
        String status = finding.kind() == Finding.Kind.PENDING ? "bound" : "completed";
        String code = finding.code() == null
                ? finding.result().toUpperCase(java.util.Locale.ROOT).replace(' ', '_')
                : finding.code();
        return new Result(finding.result(), code, finding.message(), status);
    }
}
