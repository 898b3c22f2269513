package io.plantgate.inlet.mqtt;

import java.util.concurrent.ExecutorService;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.eclipse.paho.mqttv5.common.MqttMessage;

/**
 * Hands each request to the route, on a thread of its own, because a request may wait for an outcome; the window bounds how
 * many there are. It is acknowledged once the route has ended without a failure.
 */
final class MqttOperationsConsumer extends DurableConsumer {

    private ExecutorService threads;

    MqttOperationsConsumer(MqttOperationsEndpoint endpoint, Processor processor) {
        super(endpoint, processor);
    }

    @Override
    void begin() {
        threads = getEndpoint()
                .getCamelContext()
                .getExecutorServiceManager()
                .newFixedThreadPool(this, source().inlet(), source().inFlightMax());
    }

    @Override
    void giveUp() {
        // Each has a thread, and ends by itself.
    }

    @Override
    void end() {
        getEndpoint().getCamelContext().getExecutorServiceManager().shutdown(threads);
    }

    @Override
    public void take(String topic, MqttMessage message, Receipt receipt) {
        threads.execute(() -> route(new Request(topic, message, receipt)));
    }

    private void route(Request request) {
        // No header comes from the wire: user properties steer nothing.
        Exchange exchange = createExchange(false);
        exchange.getMessage().setBody(request);
        try {
            getProcessor().process(exchange);
        } catch (Exception e) {
            exchange.setException(e);
        }
        Exception failure = exchange.getException();
        releaseExchange(exchange, false);
        if (failure == null) {
            request.receipt().recorded();
        } else {
            request.receipt().failed(failure);
        }
    }

    /** A request as it came. */
    record Request(String topic, MqttMessage message, Receipt receipt) {}
}
