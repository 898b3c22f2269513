package io.plantgate.inlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.RawBytes;
import io.plantgate.event.Reading;
import io.plantgate.event.ReasonCode;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerBusyException;
import io.plantgate.ledger.LedgerExchange;
import io.plantgate.testing.GatewayTest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The policy {@code inlet} on routes that fail in front of and behind the ledger. */
class InletPolicyTest extends GatewayTest {

    private static final String RAW = "{\"policy\":\"test\"}";
    private static final AtomicInteger TRIES = new AtomicInteger();

    @Autowired
    private CamelContext camel;

    @Autowired
    private ProducerTemplate producer;

    @Autowired
    private Profiles profiles;

    @BeforeEach
    void addRoutes() throws Exception {
        TRIES.set(0);
        if (camel.getRoute("policy-fails-before") == null) {
            camel.addRoutes(new Routes());
        }
    }

    @Test
    void whatASitesStepKeepsFailingOnIsTriedAgainAndThenKeptInQuarantineWithItsBytes() {
        Exchange exchange = send("direct:policy-fails-before");

        assertThat(exchange.getException()).isNull();
        assertThat(TRIES).hasValue(4);
        Decision.Quarantined decision = exchange.getMessage().getBody(Decision.Quarantined.class);
        assertThat(decision.reason().code()).isEqualTo(ReasonCode.STEP_FAILED);
        assertThat(decision.reason().detail()).contains("policy-fails-before").doesNotContain("inner message");
        assertThat(sql().sql("select raw from arrival where arrival_id = ?")
                        .param(decision.arrivalId())
                        .query(byte[].class)
                        .single())
                .isEqualTo(RAW.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aStepThatFailsBehindTheLedgerDoesNotWithholdTheAcknowledgement() {
        Exchange exchange = send("direct:policy-fails-after");

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getProperty(LedgerExchange.DECISION)).isEqualTo("QUARANTINED");
        assertThat(TRIES).hasValue(1);
    }

    @Test
    void aLedgerWithoutRoomIsToldToTheSenderAtOnceAndNothingIsQuarantined() {
        Exchange exchange = send("direct:policy-ledger-busy");

        assertThat(exchange.getException()).isInstanceOf(LedgerBusyException.class);
        assertThat(TRIES).hasValue(1);
    }

    private Exchange send(String endpoint) {
        RawBytes raw = RawBytes.whole(RAW.getBytes(StandardCharsets.UTF_8));
        Delivery delivery = new Delivery(Instant.now(), "test:policy", raw, Map.of(), null);
        return producer.request(endpoint, exchange -> {
            exchange.setProperty(IntakeExchange.DELIVERY, delivery);
            exchange.setProperty(IntakeExchange.PROFILE, "pumps");
        });
    }

    private final class Routes extends RouteBuilder {
        @Override
        public void configure() {
            from("direct:policy-fails-before")
                    .routeId("policy-fails-before")
                    .routeConfigurationId("inlet")
                    .process(failing(() -> new IllegalStateException("inner message")))
                    .to("ledger:record");
            from("direct:policy-fails-after")
                    .routeId("policy-fails-after")
                    .routeConfigurationId("inlet")
                    .process(this::anArrival)
                    .to("ledger:record")
                    .process(failing(() -> new IllegalStateException("after")));
            from("direct:policy-ledger-busy")
                    .routeId("policy-ledger-busy")
                    .routeConfigurationId("inlet")
                    .process(failing(LedgerBusyException::new));
        }

        private Processor failing(java.util.function.Supplier<RuntimeException> failure) {
            return exchange -> {
                TRIES.incrementAndGet();
                throw failure.get();
            };
        }

        private void anArrival(Exchange exchange) {
            Delivery delivery = exchange.getProperty(IntakeExchange.DELIVERY, Delivery.class);
            Reading reading = Reading.Undecodable.because(ReasonCode.MALFORMED, "on purpose");
            exchange.getMessage()
                    .setBody(new Arrival(
                            delivery, profiles.find("pumps").orElseThrow().version(), reading));
        }
    }
}
