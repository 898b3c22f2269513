package io.plantgate.delivery.erp;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.plantgate.delivery.erp.TargetSettings.Target;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.EffectExchange;
import io.plantgate.effect.Message;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Purpose;
import io.plantgate.embedded.erp.SimulatedErp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.component.direct.DirectComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;

/** The template http-target as it stands in routes/, with a hand in place of the outbox: effects go in, outcomes come out. */
final class DeliveryLine implements AutoCloseable {

    private static final AtomicLong IDS = new AtomicLong();

    private final Map<String, String> parameters = new LinkedHashMap<>(Map.of(
            "channel", "erp",
            "deliveredPointer", "/documentNumber",
            "referencePointer", "/documentNumber",
            "connectMillis", "20000",
            "deadlineMillis", "20000"));
    private final Map<String, Object> beans = new LinkedHashMap<>();
    private String template = "http-target";
    private Target target = Target.NONE;
    private SslBundles bundles = new DefaultSslBundleRegistry();
    private ClientRegistrationRepository registrations;
    private DefaultCamelContext camel;
    private HttpTargets targets;
    private ProducerTemplate outbox;

    /** A line to the plain face of this ERP. */
    static DeliveryLine to(SimulatedErp erp) {
        return to(erp.postingsUrl());
    }

    static DeliveryLine to(String url) {
        return new DeliveryLine().at(new Target(url, "", "", "", "", "", "", ""));
    }

    /** A line that can also ask. */
    static DeliveryLine askingToo(SimulatedErp erp) {
        String url = erp.postingsUrl();
        return new DeliveryLine().at(new Target(url, url + "/{key}", "", "", "", "", "", ""));
    }

    /** A line to the OData face. */
    static DeliveryLine inBatches(SimulatedErp erp) {
        String service = erp.serviceUrl();
        return new DeliveryLine()
                .at(new Target(service + "/$batch", "Postings('{key}')", "Postings", service + "/", "", "", "", ""))
                .with("batch", "odata")
                .with("batchMax", "10");
    }

    DeliveryLine at(Target where) {
        this.target = where;
        return this;
    }

    /** One parameter of the template. */
    DeliveryLine with(String parameter, String value) {
        parameters.put(parameter, value);
        return this;
    }

    /** Another template, with the beans that it needs besides. */
    DeliveryLine of(String otherTemplate, Map<String, Object> itsBeans) {
        template = otherTemplate;
        beans.putAll(itsBeans);
        parameters.remove("referencePointer");
        return this;
    }

    DeliveryLine with(SslBundles known) {
        this.bundles = known;
        return this;
    }

    DeliveryLine with(ClientRegistrationRepository known) {
        this.registrations = known;
        return this;
    }

    /** @throws Exception if the route does not start */
    DeliveryLine start() throws Exception {
        camel = new DefaultCamelContext();
        targets = new HttpTargets(
                new TargetSettings(Map.of("erp", target)),
                List.of(),
                bundles,
                new Authorization(registrations, bundles),
                Clock.systemUTC());
        camel.getRegistry().bind("httpTargets", targets);
        beans.forEach(camel.getRegistry()::bind);
        camel.addComponent("effect", new Hand());
        for (String file : List.of("policies/effect", "templates/" + template)) {
            PluginHelper.getRoutesLoader(camel)
                    .loadRoutes(PluginHelper.getResourceLoader(camel)
                            .resolveResource("file:" + Path.of("routes", file + ".camel.yaml")));
        }
        camel.start();
        TemplatedRouteBuilder.builder(camel, template)
                .routeId("erp")
                .parameters(new LinkedHashMap<>(parameters))
                .add();
        outbox = camel.createProducerTemplate();
        return this;
    }

    static ClaimedEffect posting(String key) {
        return effect(key, Purpose.SEND, false, "{\"material\":\"PUMP\",\"amount\":1}");
    }

    static ClaimedEffect effect(String key, Purpose purpose, boolean repeat, String json) {
        long id = IDS.incrementAndGet();
        return new ClaimedEffect(
                id,
                1_000 + id,
                repeat ? 2 : 1,
                repeat,
                purpose,
                key,
                id,
                "erp-posting",
                "erp",
                List.of(),
                new Message(json.getBytes(StandardCharsets.UTF_8), "application/json"),
                MissingNode.getInstance(),
                Instant.EPOCH);
    }

    Outcome send(String key) {
        return deliver(posting(key)).get(0);
    }

    Outcome repeat(String key) {
        return deliver(effect(key, Purpose.SEND, true, posting(key).message().text()))
                .get(0);
    }

    Outcome ask(String key) {
        return deliver(effect(key, Purpose.QUERY, true, "{}")).get(0);
    }

    /** The outcomes of one exchange, in the order of its effects; null where the route said nothing. */
    List<Outcome> deliver(ClaimedEffect... effects) {
        Exchange exchange = outbox.send("effect:erp", sent -> {
            sent.setProperty(EffectExchange.EFFECTS, List.of(effects));
            sent.getMessage().setBody(effects.length == 1 ? effects[0].message().body() : List.of(effects));
        });
        if (exchange.getException() != null) {
            throw new AssertionError("The route ended with an exception.", exchange.getException());
        }
        Map<?, ?> outcomes = exchange.getProperty("plantgateOutcomes", Map.of(), Map.class);
        return List.of(effects).stream()
                .map(effect -> (Outcome) outcomes.get(effect.effectId()))
                .toList();
    }

    @Override
    public void close() {
        camel.stop();
        targets.close();
    }

    /** Takes the endpoint's options for granted. */
    private static final class Hand extends DirectComponent {
        @Override
        protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> options) throws Exception {
            options.clear();
            return super.createEndpoint(uri, remaining, options);
        }
    }
}
