package io.plantgate.testing;

import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Ledger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;

/**
 * A node's routes in one process, wired by hand: the policy and a template of {@code routes/}, intake and a ledger. What
 * the template's transport needs is bound by whoever uses it.
 */
public final class InletRoutes implements AutoCloseable {

    private final CamelContext camel = new DefaultCamelContext();
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();

    public InletRoutes(String node, Ledger ledger, Profiles profiles) {
        bind("ledgerOfThisNode", ledger);
        bind("profiles", profiles);
        bind("plantgateStepFailure", new NeverAsked());
        property("plantgate.ledger.node", node);
        property("plantgate.inlet.step-retries-max", "1");
        property("plantgate.inlet.step-retry-delay-ms", "1");
    }

    /** Closed after the routes, the last named first. */
    public InletRoutes owning(AutoCloseable... parts) {
        for (AutoCloseable part : parts) {
            owned.push(part);
        }
        return this;
    }

    public CamelContext camel() {
        return camel;
    }

    public void bind(String name, Object bean) {
        camel.getRegistry().bind(name, bean);
    }

    public void property(String name, String value) {
        camel.getPropertiesComponent().addInitialProperty(name, value);
    }

    /** Starts with a template and no route. */
    public void start(String template) throws Exception {
        load("inlet", template);
        camel.start();
    }

    /** One more template, with the policy of its routes. */
    public void load(String policy, String template) throws Exception {
        loadFile("routes/policies/" + policy + ".camel.yaml");
        load(template);
    }

    /** One more template. */
    public void load(String template) throws Exception {
        loadFile("routes/templates/" + template + ".camel.yaml");
    }

    private void loadFile(String file) throws Exception {
        PluginHelper.getRoutesLoader(camel).loadRoutes(ResourceHelper.resolveResource(camel, "file:" + file));
    }

    /** Adds a route of a template. */
    public void add(String template, String routeId, String profile, Map<String, ?> parameters) {
        TemplatedRouteBuilder route = TemplatedRouteBuilder.builder(camel, template)
                .routeId(routeId)
                .prefixId(routeId + "-")
                .parameter("profile", profile);
        parameters.forEach(route::parameter);
        route.add();
    }

    /** An orderly stop; the store stays. */
    @Override
    public void close() {
        camel.stop();
        owned.forEach(InletRoutes::close);
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** No step fails in these routes. */
    public static final class NeverAsked {
        public void quarantine(Exchange exchange) {
            throw new AssertionError("asked about " + exchange);
        }
    }
}
