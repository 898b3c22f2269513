package io.plantgate.inlet.mqtt;

import io.plantgate.event.Delivery;
import io.plantgate.event.RawBytes;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.intake.Profile;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerBusyException;
import io.plantgate.ledger.LedgerExchange;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultConsumer;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/**
 * Hands each message to the route as an asynchronous exchange and lets it be acknowledged once the ledger has decided it.
 * Suspended or stopped, it takes nothing more, waits for what it has taken, acknowledges that, and then lets go of its
 * connection; the broker keeps the rest.
 */
final class MqttSourceConsumer extends DefaultConsumer implements Suspendable, Link.Arrivals {

    private final MqttInlet common;
    private final DurableSource source;
    private final Profile profile;
    private final MessageFacts facts;
    private final Standing standing;
    private final Takeovers takeovers;
    private final Again again;
    private volatile Keeper keeper;

    MqttSourceConsumer(MqttSourceEndpoint endpoint, Processor processor, MqttInlet common, DurableSource source) {
        super(endpoint, processor);
        this.common = common;
        this.source = source;
        this.profile = endpoint.profile();
        this.facts = new MessageFacts(common.facts());
        MqttInletProperties settings = common.properties();
        this.takeovers = new Takeovers(
                Clock.systemUTC(), settings.takeoversMax(), Duration.ofSeconds(settings.takeoverSeconds()));
        this.standing = new Standing(source.clientId(), source.topic(), takeovers);
        this.again = new Again(this::route, this::later);
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        common.shares().take(source.inlet(), source.inFlightMax());
        common.sources().add(source.inlet(), standing);
        MqttSourceEndpoint endpoint = (MqttSourceEndpoint) getEndpoint();
        Window window = new Window(source.inFlightMax());
        keeper = new Keeper(
                source,
                common.properties(),
                standing,
                takeovers,
                window,
                () -> new Link(source, window, takeovers, this),
                endpoint::connectionOptions);
        keeper.start();
    }

    @Override
    protected void doSuspend() {
        keeper.rest();
    }

    @Override
    protected void doResume() {
        keeper.resume();
    }

    @Override
    protected void doStop() throws Exception {
        if (keeper != null) {
            keeper.rest();
            again.giveUp();
            keeper.stop();
            keeper = null;
        }
        common.sources().remove(source.inlet());
        common.shares().giveBack(source.inlet());
        super.doStop();
    }

    @Override
    public Delivery delivery(String topic, MqttMessage message) {
        // PostgreSQL keeps microseconds.
        Instant arrivalAt = Instant.now().truncatedTo(ChronoUnit.MICROS);
        return new Delivery(
                arrivalAt, source.inlet(), raw(message.getPayload()), facts.of(topic, message), source.credential());
    }

    private RawBytes raw(byte[] payload) {
        int max = profile.payloadBytesMax();
        return payload.length <= max
                ? RawBytes.whole(payload)
                : new RawBytes(Arrays.copyOf(payload, max), payload.length, RawBytes.sha256(payload));
    }

    @Override
    public void take(Incoming incoming) {
        again.take(incoming);
    }

    private void later(Runnable task, Runnable otherwise) {
        Keeper now = keeper;
        if (now == null) {
            otherwise.run();
        } else {
            now.later(task, otherwise);
        }
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
            common.quarantine().decided(source.inlet(), decision);
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
