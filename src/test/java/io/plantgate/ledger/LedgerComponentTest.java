package io.plantgate.ledger;

import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.event.Arrival;
import io.plantgate.ledger.LedgerExchange.ImportPlan;
import io.plantgate.ledger.LedgerExchange.StreamSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LedgerComponentTest {

    private final LedgerFixture fixture = new LedgerFixture();
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private ProducerTemplate template;

    @BeforeEach
    void start() throws Exception {
        camel.getRegistry().bind("postgresLedger", fixture.ledger);
        camel.getRegistry().bind("ledger", new LedgerIdempotentRepository(fixture.ledger, Duration.ofSeconds(10)));
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:record")
                        .to("ledger:record")
                        .choice()
                        .when(simple("${exchangeProperty.plantgateDecision} == 'CANONICAL'"))
                        .to("mock:canonical")
                        .otherwise()
                        .to("mock:other");
                from("direct:stock")
                        .idempotentConsumer(simple("${exchangeId}"))
                        .idempotentRepository("#ledger")
                        .skipDuplicate(false)
                        .removeOnFailure(false)
                        .choice()
                        .when(simple("${exchangeProperty.plantgateDecision} == 'CONFLICT'"))
                        .to("mock:conflict")
                        .when(exchangeProperty(Exchange.DUPLICATE_MESSAGE))
                        .to("mock:duplicate")
                        .otherwise()
                        .to("mock:first")
                        .throwException(new IllegalStateException("a step behind the ledger"));
            }
        });
        camel.start();
        template = camel.createProducerTemplate();
    }

    @AfterEach
    void stop() {
        camel.stop();
        fixture.close();
    }

    @Test
    @Tag("E-52")
    void aSingleArrivalLeavesItsDecisionAndTheWordForAChoice() throws Exception {
        MockEndpoint canonical = camel.getEndpoint("mock:canonical", MockEndpoint.class);
        MockEndpoint other = camel.getEndpoint("mock:other", MockEndpoint.class);
        canonical.expectedMessageCount(1);
        other.expectedMessageCount(1);

        Exchange first = template.send("direct:record", exchange -> exchange.getMessage()
                .setBody(trip("T1").arrival()));
        Exchange second = template.send("direct:record", exchange -> exchange.getMessage()
                .setBody(trip("T1").arrival()));

        MockEndpoint.assertIsSatisfied(camel, 10, TimeUnit.SECONDS);
        long canonicalId = first.getMessage().getBody(Decision.class).arrivalId();
        assertThat(second.getMessage().getBody())
                .isInstanceOfSatisfying(Decision.Duplicate.class, duplicate -> assertThat(duplicate.canonicalId())
                        .isEqualTo(canonicalId));
        assertThat(second.getProperty(LedgerExchange.DECISION)).isEqualTo("DUPLICATE");
    }

    @Test
    void aStreamIsDecidedInOrderChunkByChunkAndCounted() {
        List<Decision> heard = new ArrayList<>();
        AtomicInteger read = new AtomicInteger();
        Exchange exchange = template.send("direct:record", toSend -> {
            toSend.getMessage().setBody(stream(1_203, read));
            toSend.setProperty(LedgerExchange.DECISION_SINK, (LedgerExchange.DecisionSink) heard::addAll);
        });

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody()).isEqualTo(new StreamSummary(1_203, 0, 0, 0, 0, 0));
        assertThat(heard).hasSize(1_203);
        assertThat(fixture.rows.list("select transition_id from arrival order by arrival_id limit 3"))
                .containsExactly("T0", "T1", "T2");
        assertThat(heard).extracting(Decision::arrivalId).isSorted();
    }

    @Test
    void aStreamOfManyDevicesIsDecidedAsIfOneCommitterHadWrittenIt() {
        List<Arrival> sent = new ArrayList<>();
        for (int boot = 0; boot < 30; boot++) {
            for (int device = 0; device < 40; device++) {
                // Each twice; a boot that came before the one it follows would be late.
                Arrival arrival = trip("T" + boot)
                        .at("PUMP-" + device + "/Trip")
                        .ofBoot("B" + boot)
                        .arrival();
                sent.add(arrival);
                sent.add(arrival);
            }
        }
        List<Decision> heard = new ArrayList<>();
        Exchange exchange = template.send("direct:record", toSend -> {
            toSend.getMessage().setBody(sent.iterator());
            toSend.setProperty(LedgerExchange.DECISION_SINK, (LedgerExchange.DecisionSink) heard::addAll);
        });

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody()).isEqualTo(new StreamSummary(1_200, 1_200, 0, 0, 0, 0));
        for (int i = 0; i < sent.size(); i++) {
            assertThat(heard.get(i).verdict()).isEqualTo(i % 2 == 0 ? Verdict.CANONICAL : Verdict.DUPLICATE);
        }
        assertThat(fixture.rows.count("arrival where late")).isZero();
    }

    @Test
    void anImportThatStartsAgainSkipsTheChunksThatAreThere() {
        StreamSummary first = importing(700, chunk -> false);
        StreamSummary second = importing(1_000, chunk -> chunk < 12);

        assertThat(first).isEqualTo(new StreamSummary(700, 0, 0, 0, 0, 0));
        // The seventh chunk is tried again and found recorded; its rows stand once.
        assertThat(second).isEqualTo(new StreamSummary(300, 0, 0, 0, 0, 600));
        assertThat(fixture.rows.count("arrival")).isEqualTo(1_000);
        assertThat(fixture.rows.one("select count(*), min(import_row), max(import_row) from arrival"))
                .isEqualTo("1000 1 1000");
    }

    @Test
    void anImportKilledBetweenTheLanesOfItsChunksRecordsEachRowOnce() {
        List<Arrival> rows = IntStream.range(0, 730)
                .mapToObj(row -> trip("T" + row).at("PUMP-" + row % 9 + "/Trip").arrival())
                .toList();

        StreamSummary first = importing(rows.iterator(), chunk -> chunk % 2 == 1);
        StreamSummary second = importing(rows.iterator(), chunk -> chunk % 2 == 0);

        assertThat(first.skipped()).isPositive().isEqualTo(second.canonical());
        assertThat(second.skipped()).isEqualTo(first.canonical());
        assertThat(fixture.rows.one(
                        "select count(*), count(distinct import_row), min(import_row), max(import_row) from arrival"))
                .isEqualTo("730 730 1 730");
        assertThat(fixture.rows.count("arrival where transition_id <> 'T' || (import_row - 1)"))
                .isZero();
    }

    @Test
    @Tag("E-25")
    void theStockIdempotentConsumerWorksOnTheLedgerAndBranchesOnAConflict() throws Exception {
        camel.getEndpoint("mock:first", MockEndpoint.class).expectedMessageCount(1);
        camel.getEndpoint("mock:duplicate", MockEndpoint.class).expectedMessageCount(2);
        camel.getEndpoint("mock:conflict", MockEndpoint.class).expectedMessageCount(1);

        template.send("direct:stock", exchange -> exchange.getMessage()
                .setBody(trip("T1").arrival()));
        template.send("direct:stock", exchange -> exchange.getMessage()
                .setBody(trip("T1").arrival()));
        template.send("direct:stock", exchange -> exchange.getMessage()
                .setBody(trip("T1").saying("Low").arrival()));
        // The first message failed behind the ledger; its identity must not be forgotten for that.
        template.send("direct:stock", exchange -> exchange.getMessage()
                .setBody(trip("T1").arrival()));

        MockEndpoint.assertIsSatisfied(camel, 10, TimeUnit.SECONDS);
        assertThat(fixture.rows.count("arrival")).isEqualTo(4);
    }

    @Test
    void aBodyThatIsNoArrivalIsRefusedWithTheRemedy() {
        Exchange exchange =
                template.send("direct:record", toSend -> toSend.getMessage().setBody("text"));

        assertThat(exchange.getException()).hasMessageContaining("Put intake:PROFILE before it");
    }

    @Test
    void anotherOperationThanRecordIsRefusedAtTheStart() {
        assertThatThrownBy(() -> camel.addRoutes(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("direct:wrong").to("ledger:forget");
                    }
                }))
                .isInstanceOf(FailedToCreateRouteException.class)
                .hasRootCauseMessage("ledger:forget is not known; the only operation is ledger:record.");
    }

    private StreamSummary importing(int items, LongPredicate recorded) {
        return importing(stream(items, new AtomicInteger()), recorded);
    }

    private StreamSummary importing(Iterator<Arrival> items, LongPredicate recorded) {
        Exchange exchange = template.send("direct:record", toSend -> {
            toSend.getMessage().setBody(items);
            toSend.setProperty(LedgerExchange.IMPORT_PLAN, new ImportPlan(7, 100, recorded));
        });
        assertThat(exchange.getException()).isNull();
        return exchange.getMessage().getBody(StreamSummary.class);
    }

    private static Iterator<Arrival> stream(int items, AtomicInteger read) {
        return IntStream.range(0, items)
                .peek(item -> read.incrementAndGet())
                .mapToObj(item -> trip("T" + item).arrival())
                .iterator();
    }
}
