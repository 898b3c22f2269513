package io.plantgate.inlet.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.component.direct.DirectConsumerNotAvailableException;
import org.apache.camel.support.DefaultExchange;

/** The way from HTTP into the routes: {@code direct:rest-PROFILE}, without ever waiting for a route to start. */
final class RestRoutes {

    private static final String NAME = "direct://rest-";
    private static final String OPTIONS = "?block=false";

    private final CamelContext camel;
    // One entry per profile that has a route; profiles are those of the site.
    private final Map<String, AsyncProducer> producers = new ConcurrentHashMap<>();

    RestRoutes(CamelContext camel) {
        this.camel = camel;
    }

    /** True once all routes of the site have been started, and until they stop. */
    boolean running() {
        return camel.getStatus().isStarted();
    }

    /** True if a route of the site begins at this profile's endpoint, running or not. */
    boolean exists(String profile) {
        return camel.getRoutes().stream()
                .anyMatch(route -> route.getEndpoint().getEndpointBaseUri().equals(NAME + profile));
    }

    /** True for the failure of an exchange that found its route stopped: nothing was taken. */
    static boolean wasStopped(Throwable failure) {
        return failure instanceof DirectConsumerNotAvailableException;
    }

    Exchange newExchange() {
        Exchange exchange = new DefaultExchange(camel);
        exchange.setPattern(ExchangePattern.InOut);
        return exchange;
    }

    /** Sends without waiting; the callback may come on any thread, and at once. */
    void send(String profile, Exchange exchange, AsyncCallback callback) {
        producers.computeIfAbsent(profile, this::newProducer).process(exchange, callback);
    }

    private AsyncProducer newProducer(String profile) {
        Endpoint endpoint = camel.getEndpoint(NAME + profile + OPTIONS);
        try {
            AsyncProducer producer = endpoint.createAsyncProducer();
            producer.start();
            return producer;
        } catch (Exception e) {
            throw new IllegalStateException("profile " + profile + ": no way to direct:rest-" + profile + ".", e);
        }
    }
}
