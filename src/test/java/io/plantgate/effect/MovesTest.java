package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.WAIT;
import static io.plantgate.effect.EffectFixture.WITH_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.effect.EffectPeople.Answered;
import io.plantgate.effect.EffectPeople.Signed;
import io.plantgate.effect.Moves.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every pair of states, the forbidden ones too: in the table, and by the statements that move rows. */
class MovesTest {

    private static final Signed ANNA = new Signed("anna", "found out by telephone");

    @Test
    void theTableSaysWhatMayFollowWhat() {
        List<String> allowed = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            for (EffectState from : EffectState.values()) {
                TreeSet<EffectState> to = new TreeSet<>();
                for (EffectState state : EffectState.values()) {
                    if (Moves.allowed(cause, from, state)) {
                        to.add(state);
                    }
                }
                if (!to.isEmpty()) {
                    allowed.add(cause + " " + from + " " + to);
                }
            }
        }

        assertThat(allowed)
                .containsExactly(
                        "CLAIM PENDING [IN_FLIGHT]",
                        "CLAIM ACCEPTED [IN_FLIGHT]",
                        "CLAIM UNKNOWN [IN_FLIGHT]",
                        "OUTCOME IN_FLIGHT [PENDING, ACCEPTED, UNKNOWN, DELIVERED, REJECTED, ABANDONED]",
                        "LEASE IN_FLIGHT [UNKNOWN]",
                        "AGE PENDING [EXPIRED]",
                        "REPORT PENDING [DELIVERED]",
                        "REPORT ACCEPTED [DELIVERED, REJECTED]",
                        "REPORT UNKNOWN [DELIVERED, REJECTED]",
                        "PERSON HELD [PENDING, CANCELLED]",
                        "PERSON PENDING [CANCELLED]",
                        "PERSON ACCEPTED [DELIVERED, REJECTED, CANCELLED]",
                        "PERSON UNKNOWN [PENDING, DELIVERED, REJECTED, CANCELLED]",
                        "PERSON REJECTED [PENDING, DELIVERED, CANCELLED]",
                        "PERSON EXPIRED [PENDING]",
                        "PERSON ABANDONED [PENDING, DELIVERED, CANCELLED]",
                        "RESTORE PENDING [HELD]",
                        "RESTORE IN_FLIGHT [UNKNOWN]");
    }

    @Test
    @Tag("E-56")
    void aPersonMovesRowsJustAsTheTableSaysAndEachMoveHasItsRow() throws Exception {
        try (EffectFixture site = new EffectFixture()) {
            for (EffectState from : EffectState.values()) {
                for (EffectState to : List.of(
                        EffectState.PENDING, EffectState.CANCELLED, EffectState.DELIVERED, EffectState.REJECTED)) {
                    long id = site.insert("k", from);

                    Answered answer = moved(site.effects.people(), id, to);

                    boolean allowed = Moves.allowed(Cause.PERSON, from, to);
                    String state = site.rows.one("select state from outbox where effect_id = ?", id);
                    assertThat(state).as(from + " to " + to).isEqualTo((allowed ? to : from).sql());
                    assertThat(answer).isInstanceOf(allowed ? Answered.Moved.class : Answered.NotNow.class);
                    assertThat(site.rows.list(
                                    "select from_state, to_state, moved_by, reason from effect_move where effect_id = ?",
                                    id))
                            .hasSize(allowed ? 1 : 0)
                            .allMatch(row -> row.equals(from.sql() + " " + to.sql() + " anna found out by telephone"));
                }
            }
            assertThat(site.effects.people().cancel(-1, ANNA)).isEqualTo(new Answered.NotThere());
        }
    }

    @Test
    void whatTheMachineHoldsForNotDoneIsDeliveredOnlyWithItsReference() throws Exception {
        try (EffectFixture site = new EffectFixture()) {
            long id = site.insert("k", EffectState.REJECTED);
            site.rows.execute("update outbox set doubtful = true where effect_id = " + id);

            assertThat(site.effects.people().settle(id, EffectState.DELIVERED, " ", ANNA))
                    .isInstanceOfSatisfying(Answered.NotNow.class, not -> assertThat(not.reason())
                            .contains("reference"));
            assertThat(site.effects.people().settle(id, EffectState.DELIVERED, "4711", ANNA))
                    .isEqualTo(new Answered.Moved(EffectState.REJECTED, EffectState.DELIVERED));
            assertThat(site.rows.one("select doubtful::text || ' ' || reference from outbox where effect_id = ?", id))
                    .isEqualTo("false 4711");
        }
    }

    private static Answered moved(EffectPeople people, long id, EffectState to) {
        return switch (to) {
            case PENDING -> people.retry(id, ANNA);
            case CANCELLED -> people.cancel(id, ANNA);
            default -> people.settle(id, to, "4711", ANNA);
        };
    }

    @Test
    void whatFollowsFromAnOutcomeIsInTheTable() throws Exception {
        try (EffectFixture site = new EffectFixture()) {
            for (UnknownRule rule : List.of(WAIT, WITH_KEY, new UnknownRule(UnknownRule.Then.REPEAT, 1))) {
                Kind kind = site.kind("k", "c", rule, AT_ONCE);
                for (Outcome outcome : ConsequenceTest.OUTCOMES) {
                    for (Claim claim : ConsequenceTest.claims(kind)) {
                        EffectState to = Consequence.of(claim, outcome, true, new java.util.Random(1))
                                .state();

                        assertThat(Moves.allowed(Cause.OUTCOME, EffectState.IN_FLIGHT, to))
                                .as(outcome + " to " + to)
                                .isTrue();
                    }
                }
            }
        }
    }
}
