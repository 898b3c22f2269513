package io.plantgate.failure.torture;

import io.plantgate.failure.torture.Fault.Kind;
import io.plantgate.testing.TcpLink;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Does to the plant what the plan says, one fault after the other. */
final class Tormentor {

    private static final int READY_SECONDS_MAX = 180;
    private static final int SLOW_MILLIS = 40;

    private final Plant plant;
    private final PublishLog log;
    private final Timeline timeline;
    private final Workload bursts;
    private int gatewaysThatWouldNot;

    Tormentor(Plant plant, PublishLog log, Timeline timeline, long seed) {
        this.plant = plant;
        this.log = log;
        this.timeline = timeline;
        this.bursts = new PlantWorkload("burst", seed);
    }

    /** Kinds that this plant cannot have, for want of a broker. */
    static Set<Kind> impossible(List<Broker> brokers) {
        Set<Kind> impossible = EnumSet.of(Kind.MQTT_RESTARTED, Kind.AMQP_RESTARTED);
        brokers.forEach(broker -> impossible.remove(restarted(broker)));
        return impossible;
    }

    private static Kind restarted(Broker broker) {
        return Kind.valueOf(broker.name().toUpperCase(Locale.ROOT) + "_RESTARTED");
    }

    void run(List<Fault> plan) {
        for (Fault fault : plan) {
            pause(fault.afterMillis());
            timeline.note("fault " + fault);
            inflict(fault);
            if (fault.patient()) {
                awaitReady();
            }
        }
        plant.heal();
    }

    /** How often the gateway did not become ready, did not stop, or died by itself. */
    int gatewaysThatWouldNot() {
        return gatewaysThatWouldNot;
    }

    void awaitReady() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS_MAX);
        while (!plant.gateway().isUp()) {
            if (!plant.gateway().isAlive()) {
                startAgain();
            }
            if (System.nanoTime() > deadline) {
                blame("the gateway is not ready after " + READY_SECONDS_MAX + " s");
                return;
            }
            pause(200);
        }
        timeline.note("ready");
    }

    // Without a database there is no start: whoever watches over the process starts it again. A running one must stay.
    private void startAgain() {
        if (plant.gateway().hasBeenReady()) {
            blame("the gateway ended by itself");
        } else {
            timeline.note("  the gateway could not start, and is started again");
        }
        plant.gateway().start();
    }

    private void blame(String what) {
        timeline.note("WRONG: " + what);
        gatewaysThatWouldNot++;
    }

    private void inflict(Fault fault) {
        switch (fault.kind()) {
            case GATEWAY_KILLED -> killGateway();
            case GATEWAY_STOPPED -> stopGateway();
            case POSTGRES_RESTARTED -> plant.postgres().restart();
            case POSTGRES_CRASHED -> plant.postgres().crash();
            case MQTT_RESTARTED, AMQP_RESTARTED -> restartBroker(fault.kind());
            case LINK_CUT -> link(fault).cut();
            case LINK_HELD -> hold(link(fault), fault.millis());
            case LINK_SLOW -> slow(link(fault), fault.millis());
            case QUEUE_FILLED -> fillQueue();
        }
    }

    private void killGateway() {
        plant.gateway().kill();
        plant.gateway().start();
    }

    private void stopGateway() {
        if (!plant.gateway().stop()) {
            blame("the gateway did not stop");
        }
        plant.gateway().start();
    }

    private void restartBroker(Kind kind) {
        plant.brokers().stream().filter(broker -> restarted(broker) == kind).forEach(Broker::restart);
    }

    private TcpLink link(Fault fault) {
        List<TcpLink> links = plant.links();
        TcpLink link = links.get(fault.link() % links.size());
        timeline.note("  " + link);
        return link;
    }

    private static void hold(TcpLink link, int millis) {
        link.hold();
        pause(millis);
        link.release();
    }

    private static void slow(TcpLink link, int millis) {
        link.delay(SLOW_MILLIS);
        pause(millis);
        link.delay(0);
    }

    private void fillQueue() {
        awaitReady();
        Burst burst = new Burst(
                bursts, log, URI.create("http://127.0.0.1:" + plant.gateway().port() + "/api/events/pumps"));
        plant.database().hold();
        burst.start();
        pause(3000);
        plant.database().release();
        timeline.note("  " + burst.end());
    }

    static void pause(int millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
