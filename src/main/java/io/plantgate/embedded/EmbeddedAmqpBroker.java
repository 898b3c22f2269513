package io.plantgate.embedded;

import java.util.Map;
import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;
import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.SystemLauncherListener.DefaultSystemLauncherListener;
import org.apache.qpid.server.model.Broker;
import org.apache.qpid.server.model.SystemConfig;
import org.apache.qpid.server.model.port.AmqpPort;
import org.apache.qpid.server.util.urlstreamhandler.classpath.Handler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An AMQP 0-9-1 broker of our own (Qpid Broker-J) on a loopback port, for the first minutes and for tests. It keeps its
 * queues in memory and forgets them when it stops. It takes RabbitMQ's queue arguments and ignores those that it does not
 * know: a queue's terms are not compared here.
 */
public final class EmbeddedAmqpBroker implements AutoCloseable {

    /** Name and password of its one user. */
    public static final String USER = "guest";

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedAmqpBroker.class);

    private final SystemLauncher launcher;
    private final int port;

    private EmbeddedAmqpBroker(SystemLauncher launcher, int port) {
        this.launcher = launcher;
        this.port = port;
    }

    /**
     * Starts within a second or two.
     *
     * @param port on loopback; 0 for a free one
     * @throws IllegalStateException if it does not start
     */
    public static EmbeddedAmqpBroker start(int port) {
        // Qpid's own way of registering does not find its handler in a jar of jars; Tomcat holds the JVM's one factory.
        TomcatURLStreamHandlerFactory.getInstance()
                .addUserFactory(protocol -> "classpath".equals(protocol) ? new Handler() : null);
        Listening listening = new Listening();
        SystemLauncher launcher = new SystemLauncher(listening);
        try {
            launcher.startup(attributes(port));
        } catch (Exception e) {
            throw new IllegalStateException("The embedded AMQP broker does not start on port " + port + ".", e);
        }
        if (listening.port <= 0) {
            launcher.shutdown();
            throw new IllegalStateException("The embedded AMQP broker does not listen on port " + port
                    + ". Choose another (plantgate.embedded.amqp-port), 0 for a free one.");
        }
        LOG.info("Embedded AMQP broker on 127.0.0.1:{}, user {}, password {}", listening.port, USER, USER);
        return new EmbeddedAmqpBroker(launcher, listening.port);
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        try {
            launcher.shutdown();
        } catch (IllegalStateException e) {
            // Qpid hangs a closing of its own on the end of the process, and was faster.
            LOG.debug("The embedded AMQP broker has closed itself.", e);
        }
    }

    private static Map<String, Object> attributes(int port) {
        return Map.of(
                SystemConfig.TYPE,
                "Memory",
                SystemConfig.INITIAL_CONFIGURATION_LOCATION,
                EmbeddedAmqpBroker.class.getResource("amqp-broker.json").toExternalForm(),
                SystemConfig.CONTEXT,
                Map.of("plantgate.amqp_port", Integer.toString(port)),
                SystemConfig.STARTUP_LOGGED_TO_SYSTEM_OUT,
                "false");
    }

    /** Learns the port that the broker was given. */
    private static final class Listening extends DefaultSystemLauncherListener {

        private SystemConfig<?> system;
        private int port;

        @Override
        public void onContainerResolve(SystemConfig<?> systemConfig) {
            system = systemConfig;
        }

        @Override
        public void afterStartup() {
            if (system != null && system.getContainer() instanceof Broker<?> broker) {
                broker.getPorts().stream()
                        .filter(AmqpPort.class::isInstance)
                        .map(AmqpPort.class::cast)
                        .forEach(found -> port = found.getBoundPort());
            }
        }
    }
}
