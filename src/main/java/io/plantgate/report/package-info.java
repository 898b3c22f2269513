/**
 * Proof for people: an acceptance file goes through the real intake and the real ledger, and every decision is shown
 * with the row and the SQL that prove it.
 *
 * <p>The door is {@link io.plantgate.report.AcceptCommand}. What it prints is read back from PostgreSQL, never
 * remembered from the import.
 */
package io.plantgate.report;
