package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.EffectPlan;
import io.plantgate.event.EffectPlan.On;
import io.plantgate.event.EffectPlan.Policy;
import io.plantgate.event.Event;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectsAndBootsTest {

    private final Profile profile = Readings.profile(Readings.TRANSITION + """
            fields:
              severity: text
              value: { type: number, unit: { from: bar, to: kPa, factor: 100 } }
              at: { type: time, zone: Asia/Shanghai }
            bootObserved:
              when: [ { field: kind, equals: boot } ]
              transitionId: /startId
            effects:
              - name: trip-to-erp
                kind: erp-posting
                when:
                  - { field: severity, in: [High, Critical] }
                  - { field: value, atLeast: 1250 }
                  - { field: muted, exists: false }
              - name: tell-the-shift
                kind: sms
                on: conflict
                late: plan
                recurrence: skip
            """);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"severity\":\"High\",\"value\":12.5' | true",
                "'\"severity\":\"Critical\",\"value\":\"1.25e1\"' | true",
                "'\"severity\":\"High\",\"value\":12.49' | false",
                "'\"severity\":\"Low\",\"value\":12.5' | false",
                "'\"severity\":\"High\"' | false",
                "'\"severity\":\"High\",\"value\":12.5,\"muted\":true' | false",
                "'\"severity\":\"High\",\"value\":12.5,\"muted\":null' | true"
            })
    void ruleIsPlannedOnlyWhereAllItsConditionsAreMet(String members, boolean planned) {
        List<String> rules =
                event(members).effects().stream().map(EffectPlan::rule).toList();
        assertThat(rules.contains("trip-to-erp")).isEqualTo(planned);
        assertThat(rules).contains("tell-the-shift");
    }

    @Test
    void ruleSaysWhatTheLedgerDoesWithLateAndRecurringEvents() {
        List<EffectPlan> plans = event("\"severity\":\"High\",\"value\":20").effects();
        assertThat(plans).hasSize(2);
        assertThat(plans.get(0).on()).isEqualTo(On.CANONICAL);
        assertThat(plans.get(0).late()).isEqualTo(Policy.SKIP);
        assertThat(plans.get(0).recurrence()).isEqualTo(Policy.PLAN);
        assertThat(plans.get(1).on()).isEqualTo(On.CONFLICT);
        assertThat(plans.get(1).late()).isEqualTo(Policy.PLAN);
        assertThat(plans.get(1).recurrence()).isEqualTo(Policy.SKIP);
        assertThat(plans.get(0).version()).hasSize(64).isNotEqualTo(plans.get(1).version());
    }

    @Test
    @Tag("E-38")
    void devicesOwnBootMessageIsAnEventWithItsOwnName() {
        Event boot = Readings.event(
                profile, "{\"source\":\"PUMP-07/Boot\",\"bootId\":\"B18\",\"kind\":\"boot\",\"startId\":\"S18\"}");
        assertThat(boot.bootObserved()).isTrue();
        assertThat(boot.identity().transitionId()).isEqualTo("S18");
        assertThat(event("\"kind\":\"trip\"").bootObserved()).isFalse();
    }

    @Test
    @Tag("W-08")
    void unitsAndZonesAreMadeOneBeforeTheHash() {
        Event bar = event("\"value\":12.5,\"at\":\"2026-03-02T08:00:12.120\"");
        Event same = event("\"value\":\"12.500\",\"at\":\"2026-03-02T00:00:12.12Z\"");
        assertThat(same.payload()).isEqualTo(bar.payload());
        assertThat(event("\"value\":12.5,\"at\":\"2026-03-02T00:00:12.121Z\"").payload())
                .isNotEqualTo(bar.payload());
    }

    private Event event(String members) {
        return Readings.event(profile, "{\"source\":\"p1\",\"transitionId\":\"1\",\"bootId\":\"b\"," + members + "}");
    }
}
