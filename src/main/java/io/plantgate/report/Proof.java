package io.plantgate.report;

import io.plantgate.event.EventIdentity;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a result stands in PostgreSQL.
 *
 * @param query a statement that shows it, to be pasted into psql
 * @param rowId the arrival_id of the row that it shows
 */
record Proof(String query, long rowId) {

    /** The row that shows what an arrival turned out to be. */
    static Proof of(DecidedArrival arrival) {
        long id = arrival.arrivalId();
        return new Proof(
                switch (arrival.verdict()) {
                    case CANONICAL -> "select * from canonical_event where canonical_id = " + id + ";";
                    case DUPLICATE -> "select * from duplicate_log where arrival_id = " + id + ";";
                    case CONFLICT -> "select * from conflict_log where arrival_id = " + id + ";";
                    case INCOMPLETE -> "select * from incomplete_list where arrival_id = " + id + ";";
                    case QUARANTINED -> "select * from arrival where arrival_id = " + id + ";";
                },
                id);
    }

    /** How often an identity came, first and last arrival, and the payload that counts. */
    static String summaryOf(EventIdentity identity) {
        return "select canonical_id, duplicate_count, conflict_count, first_arrival, last_arrival, payload_hash"
                + " from canonical_summary where source = " + SqlText.literal(identity.source())
                + " and transition_id = " + SqlText.literal(identity.transitionId())
                + " and boot_id = " + SqlText.literal(identity.bootId()) + ";";
    }

    /** The generations of a device in order of first sight. */
    static String generationsOf(String device) {
        return "select generation_no, boot_id, first_arrival_id, first_arrival_at, evidence from boot_generation"
                + " where device = " + SqlText.literal(device) + " order by generation_no;";
    }

    /** A conflict with both contents. */
    static String itemOf(ConflictItem item) {
        return "select * from work_item where work_item_id = " + item.workItemId() + ";";
    }

    /** Source events and arrivals of a file, counted apart. */
    static String countsOf(List<ReportRow> rows) {
        String ids = rows.stream()
                .map(row -> Long.toString(row.arrival().arrivalId()))
                .collect(Collectors.joining(", "));
        return "select count(distinct case when decision = 'CANONICAL' then arrival_id else canonical_id end)"
                + " as source_events, count(*) as arrivals from arrival where arrival_id in (" + ids + ");";
    }
}
