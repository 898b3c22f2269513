package io.plantgate.scan;

import io.plantgate.event.Scan;

/**
 * A scan under a lease.
 *
 * @param scanId the eventId
 * @param attempt the fencing token: what is found is recorded only while this is still the scan's attempt
 */
record WorkedScan(long scanId, int attempt, Scan scan) {

    /** With what the look-up found. */
    Found found(Finding finding) {
        return new Found(this, finding);
    }

    /** A scan whose work is done outside, to be recorded. */
    record Found(WorkedScan of, Finding finding) {

        long scanId() {
            return of.scanId();
        }

        Scan scan() {
            return of.scan();
        }

        /** What the look-up says, or else the client. */
        Scan.Binding binding() {
            Scan.Binding said = of.scan().binding();
            return new Scan.Binding(
                    first(finding.sn(), said.sn()),
                    first(finding.lot(), said.lot()),
                    said.station(),
                    first(finding.workOrder(), said.workOrder()));
        }

        private static String first(String found, String said) {
            return found == null ? said : found;
        }
    }
}
