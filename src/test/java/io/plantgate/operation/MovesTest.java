package io.plantgate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.operation.Moves.Origin;
import io.plantgate.operation.OperationPeople.Answered;
import io.plantgate.operation.OperationPeople.Signed;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every pair of states, the forbidden ones too: in the table, and by the statements with which people move rows. */
class MovesTest {

    private static final Signed ANNA = new Signed("anna", "looked at the machine");

    @Test
    @Tag("W-18")
    void theTableSaysWhatMayFollowWhat() {
        List<String> allowed = new ArrayList<>();
        for (OperationState from : OperationState.values()) {
            for (Origin origin : Origin.values()) {
                TreeSet<OperationState> to = new TreeSet<>();
                for (OperationState state : OperationState.values()) {
                    if (Moves.allowed(origin, from, state)) {
                        to.add(state);
                    }
                }
                if (!to.isEmpty()) {
                    allowed.add(from + " by " + origin + " " + to);
                }
            }
        }

        assertThat(allowed)
                .containsExactly(
                        "RECEIVED by NODE [AWAITING_AUTHORISATION, AUTHORISED, REFUSED, EXPIRED]",
                        "AWAITING_AUTHORISATION by CLIENT [SUPERSEDED]",
                        "AWAITING_AUTHORISATION by NODE [UNKNOWN, EXPIRED]",
                        "AWAITING_AUTHORISATION by PERSON [AUTHORISED, REFUSED]",
                        "AUTHORISED by CLIENT [SUPERSEDED]",
                        "AUTHORISED by NODE [SENT, UNKNOWN, REFUSED, EXPIRED]",
                        "SENT by NODE [AUTHORISED, SUCCEEDED, FAILED, UNKNOWN, REFUSED]",
                        "SENT by DEVICE [ACCEPTED, SUCCEEDED, FAILED, UNKNOWN]",
                        "ACCEPTED by NODE [SUCCEEDED, UNKNOWN]",
                        "ACCEPTED by DEVICE [SUCCEEDED, FAILED]",
                        "SUCCEEDED by PERSON [COMPENSATED]",
                        "UNKNOWN by NODE [SUCCEEDED, FAILED]",
                        "UNKNOWN by DEVICE [SUCCEEDED, FAILED]",
                        "UNKNOWN by PERSON [SUCCEEDED, FAILED, COMPENSATED]");
    }

    @Test
    @Tag("W-22")
    void peopleMoveRowsJustAsTheTableSaysAndEachMoveHasItsRow() throws Exception {
        try (OperationFixture site = new OperationFixture()) {
            site.equipment.clear();
            Operations node = site.node("node-1");
            for (OperationState from : OperationState.values()) {
                for (OperationState to : List.of(
                        OperationState.AUTHORISED,
                        OperationState.REFUSED,
                        OperationState.SUCCEEDED,
                        OperationState.FAILED,
                        OperationState.COMPENSATED)) {
                    String id = from + "-" + to;
                    insert(site, id, from);

                    Answered answer = moved(node.people(), id, to);

                    boolean allowed = Moves.allowed(Origin.PERSON, from, to);
                    assertThat(site.state(id)).as(id).isEqualTo((allowed ? to : from).sql());
                    assertThat(answer).isInstanceOf(allowed ? Answered.Moved.class : Answered.NotNow.class);
                    assertThat(site.rows.list(
                                    "select origin, actor, reason, moved_at is not null from operation_history where operation_id = ?",
                                    id))
                            .isEqualTo(allowed ? List.of("person anna looked at the machine t") : List.of());
                }
            }
            assertThat(moved(node.people(), "nobody", OperationState.REFUSED)).isEqualTo(new Answered.NotThere());
        }
    }

    private static Answered moved(OperationPeople people, String id, OperationState to) {
        return switch (to) {
            case AUTHORISED -> people.authorise(OperationFixture.shift(id), ANNA);
            case REFUSED -> people.refuse(OperationFixture.shift(id), ANNA);
            default -> people.settle(OperationFixture.shift(id), to, "the drive stands still", ANNA);
        };
    }

    private static void insert(OperationFixture site, String id, OperationState state) {
        // A target of its own, because one equipment has one operation in flight.
        site.rows.execute("""
                insert into operation (client, operation_id, target, command, digest, canon_version, canon_bytes, state, received_at,
                                       valid_until, replay_until, results_until, asked_by, door, approvals_needed, leased_until)
                values ('shift', '%1$s', '%1$s', 'stop', sha256('x'), 1, 1, '%2$s', now(), now() + interval '1 hour',
                        now() + interval '1 hour', now() + interval '1 day', 'shift', 'rest', 1, now() + interval '1 hour')
                """.formatted(id, state.sql()));
    }
}
