package io.plantgate.inlet.mqtt;

import java.time.Clock;
import java.time.Duration;
import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultConsumer;

/**
 * Keeps one subscription while its route runs. Suspended or stopped, it takes nothing more, waits for what it has taken,
 * acknowledges that, and then lets go of its connection; the broker keeps the rest.
 */
abstract class DurableConsumer extends DefaultConsumer implements Suspendable, Link.Arrivals {

    private final MqttInlet common;
    private final DurableSource source;
    private final Standing standing;
    private final Takeovers takeovers;
    private volatile Keeper keeper;

    DurableConsumer(DurableEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
        this.common = endpoint.common();
        this.source = endpoint.source();
        MqttInletProperties settings = common.properties();
        this.takeovers = new Takeovers(
                Clock.systemUTC(), settings.takeoversMax(), Duration.ofSeconds(settings.takeoverSeconds()));
        this.standing = new Standing(source.clientId(), source.topic(), takeovers);
    }

    final MqttInlet common() {
        return common;
    }

    final DurableSource source() {
        return source;
    }

    /** In front of the first message. */
    abstract void begin();

    /** Nothing more comes: lets go of what waits and is in nobody's hands. */
    abstract void giveUp();

    /** The connection is closed. */
    abstract void end();

    @Override
    protected final void doStart() throws Exception {
        super.doStart();
        begin();
        common.sources().add(source.inlet(), standing);
        Window window = new Window(source.inFlightMax());
        keeper = new Keeper(
                source,
                common.properties(),
                standing,
                takeovers,
                window,
                () -> new Link(source, window, takeovers, this),
                ((DurableEndpoint) getEndpoint())::connectionOptions);
        keeper.start();
    }

    @Override
    protected final void doSuspend() {
        keeper.rest();
    }

    @Override
    protected final void doResume() {
        keeper.resume();
    }

    @Override
    protected final void doStop() throws Exception {
        if (keeper != null) {
            keeper.rest();
            giveUp();
            keeper.stop();
            keeper = null;
        }
        common.sources().remove(source.inlet());
        end();
        super.doStop();
    }

    /** Does the first a little later or, if the source stops, the second. */
    final void later(Runnable task, Runnable otherwise) {
        Keeper now = keeper;
        if (now == null) {
            otherwise.run();
        } else {
            now.later(task, otherwise);
        }
    }
}
