package io.plantgate.worklist;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Appends what people decide about conflicts. */
final class Settlements {

    // The item is read in the statement that appends, so that no word is ever written about an item of another kind.
    // Its unique key says which of two words came first; the second finds its place taken and writes nothing.
    private static final String SETTLE = """
            insert into settlement (work_item_id, outcome, new_event_id, supersedes, settled_by, reason)
            select w.work_item_id, :outcome, :newEventId, :supersedes, :by, :reason
              from work_item w
             where w.work_item_id = :workItemId and w.kind in ('CONFLICT', 'OPERATION_CONFLICT', 'OPERATION_WORD', 'REPEATS')
               and (:supersedes = 0
                    or exists (select from settlement z
                                where z.work_item_id = w.work_item_id and z.settlement_id = :supersedes))
            on conflict (work_item_id, supersedes) do nothing
            returning settlement_id, work_item_id, outcome, new_event_id, settled_by, reason, settled_at
            """;

    private static final String SETTLE_OPEN = """
            insert into settlement (work_item_id, outcome, settled_by, reason)
            select w.work_item_id, :outcome, :by, :reason
              from work_item w
              join arrival a on a.arrival_id = w.arrival_id
              left join completion c on c.arrival_id = w.arrival_id
              left join source s on s.source_id = coalesce(c.source_id, a.source_id)
             where w.kind = 'CONFLICT'
               and not exists (select from settlement z where z.work_item_id = w.work_item_id)
               and (cast(:canonicalId as bigint) is null or w.canonical_id = :canonicalId)
               and (cast(:source as text) is null or s.source = :source)
               and (cast(:device as text) is null or s.device = :device)
               and (cast(:transitionId as text) is null or coalesce(c.transition_id, a.transition_id) = :transitionId)
               and (cast(:from as timestamptz) is null or a.arrival_at >= :from)
               and (cast(:to as timestamptz) is null or a.arrival_at < :to)
             order by w.work_item_id
             limit :limit
            on conflict (work_item_id, supersedes) do nothing
            returning settlement_id, work_item_id, outcome, new_event_id, settled_by, reason, settled_at
            """;

    private static final String IS_EVENT = """
            select exists (select from arrival where arrival_id = :id and decision = 'CANONICAL')
                or exists (select from completion where arrival_id = :id and decision = 'CANONICAL')
                or exists (select from sequence_first(:id))
            """;

    private static final String OF_ITEM = """
            select settlement_id, work_item_id, outcome, new_event_id, settled_by, reason, settled_at
              from settlement
             where work_item_id = :workItemId
             order by settlement_id desc
             limit :limit
            """;

    private final JdbcClient jdbc;

    Settlements(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
    }

    /**
     * Appends one word.
     *
     * @param supersedes the settlement that it replaces, 0 for none
     * @return empty if another word stands in that place already, or none where one was named
     */
    Optional<Settlement> settle(
            long workItemId, SettlementOutcome outcome, Long newEventId, long supersedes, Signature signature) {
        return jdbc.sql(SETTLE)
                .param("outcome", outcome.name())
                .param("newEventId", newEventId, Types.BIGINT)
                .param("supersedes", supersedes)
                .param("by", signature.by())
                .param("reason", signature.reason())
                .param("workItemId", workItemId)
                .query(Settlement.class)
                .optional();
    }

    /** Appends the same word to every open conflict that the filter names, the oldest first. */
    List<Settlement> settleOpen(ItemFilter filter, SettlementOutcome outcome, Signature signature, int limit) {
        return jdbc.sql(SETTLE_OPEN)
                .param("outcome", outcome.name())
                .param("by", signature.by())
                .param("reason", signature.reason())
                .param("canonicalId", filter.canonicalId(), Types.BIGINT)
                .param("source", filter.source())
                .param("device", filter.device())
                .param("transitionId", filter.transitionId())
                .param("from", utc(filter.from()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("to", utc(filter.to()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("limit", limit)
                .query(Settlement.class)
                .list();
    }

    boolean isEvent(long canonicalId) {
        return jdbc.sql(IS_EVENT).param("id", canonicalId).query(Boolean.class).single();
    }

    List<Settlement> ofItem(long workItemId, int limit) {
        return jdbc.sql(OF_ITEM)
                .param("workItemId", workItemId)
                .param("limit", limit)
                .query(Settlement.class)
                .list();
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }
}
