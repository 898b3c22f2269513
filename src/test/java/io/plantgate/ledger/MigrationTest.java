package io.plantgate.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** A store that an earlier gateway has filled is taken over, with what people said in it. */
class MigrationTest {

    @Test
    void aStoreOfTheFirstSchemaIsTakenOverWithItsSettlementsAndPlannedEffects() {
        try (TestDatabase database = TestDatabase.fresh()) {
            Rows rows = new Rows(database.dataSource());
            rows.execute("drop schema public cascade");
            rows.execute("create schema public");
            flyway(database, "2").migrate();
            rows.execute("create table outbox_all partition of outbox for values from (minvalue) to (maxvalue)");
            rows.execute("""
                    insert into outbox (canonical_id, arrival_id, profile, rule, rule_version, kind, planned_on, idempotency_key)
                    values (1, 1, 'pumps', 'erp', 'v1', 'erp-posting', 'canonical', '1/pumps/erp')""");
            rows.execute("""
                    insert into work_item (kind, canonical_id, payload_hash, arrival_id)
                    values ('CONFLICT', 1, 'a', 2), ('CONFLICT', 1, 'b', 3)""");
            rows.execute("""
                    insert into settlement (work_item_id, outcome, settled_by, reason)
                    values (1, 'KEEP_FIRST', 'jo', 'x'), (2, 'KEEP_FIRST', 'jo', 'x'), (1, 'BOTH_WRONG', 'al', 'y')""");

            flyway(database, "latest").migrate();

            assertThat(rows.list("select settlement_id, supersedes from settlement order by settlement_id"))
                    .containsExactly("1 0", "2 0", "3 1");
            assertThat(rows.list("select state, due_at, idempotency_key from outbox"))
                    .as("a target may know the key already")
                    .containsExactly("held null 1/pumps/erp");
            assertThat(rows.one("select deployment from deployment")).matches("[0-9a-f]{12}");
            assertThat(rows.count("decided_arrival")).isZero();
        }
    }

    private static Flyway flyway(TestDatabase database, String target) {
        return Flyway.configure()
                .dataSource(database.dataSource())
                .target(target)
                .load();
    }
}
