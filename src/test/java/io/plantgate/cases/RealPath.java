package io.plantgate.cases;

import io.plantgate.event.Delivery;
import io.plantgate.event.PayloadRereading;
import io.plantgate.event.RawBytes;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.intake.Profile.StreamOrigin;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.intake.ProfileRereading;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerExchange;
import io.plantgate.ledger.LedgerExchange.DecisionSink;
import io.plantgate.ledger.LedgerSettings;
import io.plantgate.ledger.PostgresLedger;
import io.plantgate.testing.Rows;
import io.plantgate.testing.TestDatabase;
import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** Bytes in, decision and stored row out: the real components on a real route, for one profile. */
final class RealPath implements AutoCloseable {

    private final TestDatabase database = TestDatabase.fresh();
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final PostgresLedger ledger;
    private final ProducerTemplate template;

    /** What is stored. */
    final Rows rows = new Rows(database.dataSource());

    RealPath(String profile) {
        try {
            PayloadRereading rereading = new ProfileRereading();
            ledger = PostgresLedger.open(database.dataSource(), rereading, LedgerSettings.defaults("node-1"));
            camel.getRegistry().bind("postgresLedger", ledger);
            open(profile);
            camel.start();
            template = camel.createProducerTemplate();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same database, and a profile that says something else, as after a restart. */
    void change(String profile) {
        try {
            camel.getRouteController().stopRoute("in");
            camel.removeRoute("in");
            camel.removeEndpoints("intake:*");
            camel.removeComponent("intake");
            open(profile);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void open(String profile) throws Exception {
        Profiles profiles = ProfileFiles.of(ProfileFiles.parse("cases", "the hard cases", profile));
        camel.getRegistry().bind("profiles", Profiles.class, profiles);
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:in")
                        .routeId("in")
                        .streamCache("false")
                        .to("intake:cases")
                        .to("ledger:record");
            }
        });
    }

    /** One delivery of these bytes. */
    Decision receive(byte[] bytes) {
        return exchange(bytes).getMessage().getBody(Decision.class);
    }

    /** What one delivery of these bytes leaves for the steps behind the ledger. */
    Exchange exchange(byte[] bytes) {
        Exchange exchange = template.send("direct:in", toSend -> {
            toSend.getMessage().setBody(bytes);
            toSend.setProperty(
                    IntakeExchange.DELIVERY,
                    new Delivery(Instant.now(), "test:cases", RawBytes.whole(bytes), Map.of(), null));
        });
        if (exchange.getException() != null) {
            throw new AssertionError(exchange.getException());
        }
        return exchange;
    }

    /** One stream of items, in the framing of the profile. */
    List<Decision> receiveAll(byte[] bytes) {
        List<Decision> decisions = new ArrayList<>();
        Exchange exchange = template.send("direct:in", toSend -> {
            toSend.getMessage().setBody(new ByteArrayInputStream(bytes));
            toSend.setProperty(
                    IntakeExchange.STREAM_ORIGIN, new StreamOrigin(Instant.now(), "test:cases", Map.of(), null));
            toSend.setProperty(LedgerExchange.DECISION_SINK, (DecisionSink) decisions::addAll);
        });
        if (exchange.getException() != null) {
            throw new AssertionError(exchange.getException());
        }
        return decisions;
    }

    @Override
    public void close() {
        camel.stop();
        ledger.close();
        database.close();
    }
}
