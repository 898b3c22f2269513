package io.plantgate.report;

import io.plantgate.event.EventIdentity;
import io.plantgate.event.PayloadRereading.KeptArrival;
import io.plantgate.intake.Profile;
import io.plantgate.report.ConflictItem.OtherArrival;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads conflicts with everything a person needs to settle them; the differences are computed here, on reading. */
final class ConflictItems {

    private static final String ARRIVALS = """
            select work_item_id, arrival_id, canonical_id, source, transition_id, boot_id,
                   encode(first_payload_hash, 'hex') as first_hash, encode(other_payload_hash, 'hex') as other_hash,
                   first_arrival_at, other_arrival_at
              from conflict_log
             where work_item_id = any(:ids)
             order by work_item_id, arrival_id
            """;

    // The item carries both contents, so that they can be compared after the arrivals' own partition is gone.
    private static final String CONTENTS = """
            select work_item_id, first_raw, other_raw
              from work_item
             where work_item_id = any(:ids)
            """;

    private final JdbcClient store;
    private final Profile profile;

    ConflictItems(JdbcClient store, Profile profile) {
        this.store = store;
        this.profile = profile;
    }

    List<ConflictItem> byId(Collection<Long> workItemIds) {
        Long[] ids = workItemIds.toArray(Long[]::new);
        Map<Long, Contents> contents =
                store.sql(CONTENTS).param("ids", ids).query(ConflictItems::readContents).list().stream()
                        .collect(Collectors.toMap(Contents::workItemId, item -> item));
        Map<Long, List<ConflictRow>> rows =
                store.sql(ARRIVALS).param("ids", ids).query(ConflictItems::readRow).list().stream()
                        .collect(Collectors.groupingBy(
                                ConflictRow::workItemId, LinkedHashMap::new, Collectors.toList()));
        return rows.values().stream()
                .map(item -> toItem(item, contents.get(item.get(0).workItemId())))
                .toList();
    }

    private ConflictItem toItem(List<ConflictRow> rows, Contents contents) {
        ConflictRow any = rows.get(0);
        return new ConflictItem(
                any.workItemId,
                any.canonicalId,
                any.identity.source(),
                any.identity.transitionId(),
                any.identity.bootId(),
                any.firstHash,
                any.otherHash,
                any.firstArrivalAt,
                rows.stream().map(ConflictRow::arrival).toList(),
                FieldDifference.between(
                        fields(contents.firstRaw, any.identity), fields(contents.otherRaw, any.identity)));
    }

    private Map<String, String> fields(byte[] raw, EventIdentity identity) {
        return profile.fields(new KeptArrival(raw, null, Map.of(), profile.version(), identity));
    }

    private static Contents readContents(ResultSet row, int number) throws SQLException {
        return new Contents(row.getLong("work_item_id"), row.getBytes("first_raw"), row.getBytes("other_raw"));
    }

    private static ConflictRow readRow(ResultSet row, int number) throws SQLException {
        return new ConflictRow(
                row.getLong("work_item_id"),
                row.getLong("canonical_id"),
                new EventIdentity(row.getString("source"), row.getString("transition_id"), row.getString("boot_id")),
                row.getString("first_hash"),
                row.getString("other_hash"),
                Columns.instant(row, "first_arrival_at"),
                new OtherArrival(row.getLong("arrival_id"), Columns.instant(row, "other_arrival_at")));
    }

    private record Contents(long workItemId, byte[] firstRaw, byte[] otherRaw) {}

    private record ConflictRow(
            long workItemId,
            long canonicalId,
            EventIdentity identity,
            String firstHash,
            String otherHash,
            Instant firstArrivalAt,
            OtherArrival arrival) {}
}
