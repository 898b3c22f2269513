package io.plantgate.inlet.mqtt;

import io.plantgate.event.Delivery;
import io.plantgate.event.RawBytes;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.intake.Profile;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerBusyException;
import io.plantgate.ledger.LedgerExchange;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/** Hands each message to the route as an asynchronous exchange and lets it be acknowledged once the ledger has decided it. */
final class MqttSourceConsumer extends DurableConsumer {

    private final Profile profile;
    private final MessageFacts facts;
    private final Again again;

    MqttSourceConsumer(MqttSourceEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.profile = endpoint.profile();
        this.facts = new MessageFacts(common().facts());
        this.again = new Again(this::route, this::later);
    }

    @Override
    void begin() {
        common().shares().take(source().inlet(), source().inFlightMax());
    }

    @Override
    void giveUp() {
        again.giveUp();
    }

    @Override
    void end() {
        common().shares().giveBack(source().inlet());
    }

    @Override
    public void take(String topic, MqttMessage message, Receipt receipt) {
        again.take(new Incoming(delivery(topic, message), receipt));
    }

    private Delivery delivery(String topic, MqttMessage message) {
        // PostgreSQL keeps microseconds.
        Instant arrivalAt = Instant.now().truncatedTo(ChronoUnit.MICROS);
        return new Delivery(
                arrivalAt,
                source().inlet(),
                raw(message.getPayload()),
                facts.of(topic, message),
                source().credential());
    }

    private RawBytes raw(byte[] payload) {
        int max = profile.payloadBytesMax();
        return payload.length <= max
                ? RawBytes.whole(payload)
                : new RawBytes(Arrays.copyOf(payload, max), payload.length, RawBytes.sha256(payload));
    }

    private void route(Again.Turn turn) {
        Incoming incoming = turn.incoming();
        // No header comes from the wire: user properties are facts, and steer nothing.
        Exchange exchange = createExchange(false);
        exchange.setProperty(IntakeExchange.PROFILE, profile.name());
        exchange.setProperty(IntakeExchange.DELIVERY, incoming.delivery());
        exchange.getMessage().setBody(incoming.delivery().raw().kept());
        try {
            getAsyncProcessor().process(exchange, doneSync -> done(turn, exchange));
        } catch (RuntimeException e) {
            incoming.failed(e);
        }
    }

    private void done(Again.Turn turn, Exchange exchange) {
        Incoming incoming = turn.incoming();
        Decision decision = exchange.getProperty(LedgerExchange.DECIDED, Decision.class);
        Throwable failure = exchange.getException();
        releaseExchange(exchange, false);
        if (decision != null) {
            common().quarantine().decided(source().inlet(), decision);
            incoming.recorded();
        } else if (failure instanceof LedgerBusyException && incoming.isWorthRetrying()) {
            again.noRoom(turn);
        } else {
            incoming.failed(
                    failure != null
                            ? failure
                            : new NotRecordedException(getRoute().getRouteId()));
        }
    }
}
