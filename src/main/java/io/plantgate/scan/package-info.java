/**
 * Barcode scans: each is stored once under its key, worked on once, and answered alike however often it is sent.
 *
 * <p>The ledger decides what an arrival is and writes the scan's row, received, in the same transaction ({@link
 * io.plantgate.scan.ScanRows}). The work follows outside of any transaction, under a lease ({@link
 * io.plantgate.scan.ScanDesk}); a second short transaction stores binding, result and answer. Traces are read by {@link
 * io.plantgate.scan.ScanTraces}.
 */
package io.plantgate.scan;
