package io.plantgate.ledger;

import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Arrival;
import io.plantgate.event.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever is repeated, mixed and cut into units: one canonical each, and nothing is lost. */
class AnyOrderProperties {

    private static LedgerFixture fixture;
    private static int run;

    @BeforeContainer
    static void open() {
        fixture = new LedgerFixture();
    }

    @AfterContainer
    static void close() {
        fixture.close();
    }

    /** What one delivery says: which pump, transition, boot and content, and how many follow in the same unit. */
    record Said(int pump, int transition, int boot, int content, boolean unitEndsHere) {}

    @Provide
    Arbitrary<List<Said>> deliveries() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 2),
                        Arbitraries.integers().between(1, 4),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.frequency(
                                net.jqwik.api.Tuple.of(8, 1),
                                net.jqwik.api.Tuple.of(1, 2),
                                net.jqwik.api.Tuple.of(1, 3)),
                        Arbitraries.of(true, false))
                .as(Said::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Property(tries = 120)
    @Tag("E-01")
    @Tag("E-02")
    @Tag("E-20")
    @Tag("E-44")
    @Tag("E-45")
    void oneCanonicalEachAndNothingLost(@ForAll("deliveries") List<Said> deliveries) {
        int thisRun = ++run;
        List<Arrival> arrivals = deliveries.stream()
                .map(said -> trip("T" + said.transition())
                        .at("P" + said.pump() + "-" + thisRun + "/Trip")
                        .ofBoot("B" + said.boot())
                        .saying("content " + said.content())
                        .arrival())
                .toList();
        List<Decision> decisions = record(deliveries, arrivals);

        assertThat(decisions).hasSameSizeAs(arrivals);
        assertThat(verdicts(decisions)).isEqualTo(expected(arrivals));
        Long[] ids = decisions.stream().map(Decision::arrivalId).toArray(Long[]::new);
        assertThat(fixture.rows.one(
                        "select count(*) from arrival where arrival_id = any(string_to_array(?, ',')::bigint[])",
                        Arrays.stream(ids).map(String::valueOf).collect(Collectors.joining(","))))
                .isEqualTo("" + arrivals.size());
    }

    /** All arrivals go through one shard (one order key), cut into units as the property says. */
    private static List<Decision> record(List<Said> deliveries, List<Arrival> arrivals) {
        List<CompletableFuture<List<Decision>>> sent = new ArrayList<>();
        List<Arrival> unit = new ArrayList<>();
        for (int i = 0; i < arrivals.size(); i++) {
            unit.add(arrivals.get(i));
            if (deliveries.get(i).unitEndsHere() || i == arrivals.size() - 1) {
                sent.add(fixture.ledger.offer(Unit.ofInlet("one order", unit)).orElseThrow());
                unit = new ArrayList<>();
            }
        }
        return sent.stream().flatMap(decided -> decided.join().stream()).toList();
    }

    private static List<Verdict> verdicts(List<Decision> decisions) {
        return decisions.stream().map(Decision::verdict).toList();
    }

    /** The rule, said once more in plain Java. */
    private static List<Verdict> expected(List<Arrival> arrivals) {
        Map<Object, Event> first = new HashMap<>();
        return arrivals.stream()
                .map(arrival -> (Event) arrival.reading())
                .map(event -> {
                    Event known = first.putIfAbsent(event.identity(), event);
                    if (known == null) {
                        return Verdict.CANONICAL;
                    }
                    return known.payload().equals(event.payload()) ? Verdict.DUPLICATE : Verdict.CONFLICT;
                })
                .toList();
    }
}
