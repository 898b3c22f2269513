package io.plantgate.inlet.mqtt;

import io.plantgate.event.VisibleText;
import io.plantgate.inlet.OperationRequests;
import io.plantgate.inlet.OperationRequests.Answer;
import java.util.Arrays;
import java.util.List;
import org.apache.camel.Exchange;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests for writes to equipment from a topic, as the template {@code mqtt-operations} takes them, answered as MQTT 5 says
 * (4.10): to the request's response topic, with its correlation data. A request is acknowledged after it is recorded and the
 * broker has its answer; sent again, it is one more request under the same operationId, which moves nothing and has the
 * same answer.
 */
public final class OperationTopic {

    private static final Logger LOG = LoggerFactory.getLogger(OperationTopic.class);
    private static final int LOGGED_CHARS_MAX = 200;

    private final OperationRequests requests;
    private final String client;
    private final int askerLevel;
    private final List<String> prefixes;

    /**
     * @param requests the bean {@code operationRequests}
     * @param client who asks through this topic, as {@code from} of commands names it
     * @param askerLevel the level of the topic, from 1, that names who is behind a request; 0 for nobody: then
     *     what needs an approval is refused
     * @param prefixes how topics begin that may be answered to, separated by commas: a sender must not reach any other
     *     through the gateway
     */
    public OperationTopic(OperationRequests requests, String client, int askerLevel, String prefixes) {
        this.requests = requests;
        this.client = client;
        this.askerLevel = askerLevel;
        this.prefixes = Arrays.stream(prefixes.split(","))
                .map(String::strip)
                .filter(prefix -> !prefix.isEmpty())
                .toList();
    }

    /** The route's only step. */
    public void ask(Exchange exchange) {
        MqttOperationsConsumer.Request request = exchange.getMessage().getBody(MqttOperationsConsumer.Request.class);
        exchange.getMessage().setBody(null);
        Answer answer = requests.ask(
                OperationRequests.Way.MQTT,
                client,
                asker(request.topic()),
                request.message().getPayload());
        MqttProperties facts = request.message().getProperties();
        String topic = facts == null ? null : facts.getResponseTopic();
        if (topic != null && prefixes.stream().anyMatch(topic::startsWith)) {
            reply(request.receipt(), topic, reply(answer, facts.getCorrelationData()));
        } else if (topic != null || answer.refused()) {
            tellNobody(request.topic(), topic, answer);
        }
    }

    private void tellNobody(String asked, String topic, Answer answer) {
        LOG.warn(
                "{}: a request on {} has {}, so its answer reaches nobody: {}",
                client,
                VisibleText.of(asked, LOGGED_CHARS_MAX),
                topic == null
                        ? "no response topic"
                        : "the response topic " + VisibleText.of(topic, LOGGED_CHARS_MAX)
                                + ", which is none of responseTopicPrefixes",
                answer.words());
    }

    // The broker's access rules say who may publish there; nothing in the message is believed.
    private String asker(String topic) {
        String[] levels = topic.split("/", -1);
        String asker = askerLevel < 1 || askerLevel > levels.length ? "" : levels[askerLevel - 1];
        return asker.isBlank() ? null : VisibleText.of(asker, LOGGED_CHARS_MAX);
    }

    private static MqttMessage reply(Answer answer, byte[] correlation) {
        MqttProperties facts = new MqttProperties();
        facts.setCorrelationData(correlation);
        facts.setContentType(answer.contentType());
        facts.setPayloadFormat(true);
        facts.setUserProperties(List.of(new UserProperty("status", Integer.toString(answer.status()))));
        return new MqttMessage(answer.body(), 1, false, facts);
    }

    private static void reply(Receipt receipt, String topic, MqttMessage reply) {
        try {
            receipt.answer(topic, reply);
        } catch (MqttException | RuntimeException e) {
            LOG.warn(
                    "An answer to {} is not sent; its client asks again: {}",
                    VisibleText.of(topic, LOGGED_CHARS_MAX),
                    e.toString());
        }
    }
}
