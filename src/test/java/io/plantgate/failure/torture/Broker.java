package io.plantgate.failure.torture;

import io.plantgate.testing.TcpLink;
import java.util.List;

/** A broker of the plant: restarted like any server, and owing what it acknowledged to its publishers. */
interface Broker extends AutoCloseable {

    /** The transport's name: {@code mqtt} or {@code amqp}. */
    String name();

    /** Which program runs. */
    String program();

    /** The gateway's link to it. */
    TcpLink link();

    /** Adds the gateway's way in to the site; returns its configuration. */
    List<String> addTo(TortureSite site);

    void restart();

    Publisher publisher(Workload workload, PublishLog log, int pauseMillis);

    /** Messages that the broker set aside as undeliverable. */
    long deadLetters();

    /** Messages that nobody took; asked while the gateway is stopped. */
    long leftovers();

    @Override
    void close();
}
