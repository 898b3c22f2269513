package io.plantgate.delivery.sms;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.plantgate.effect.Message;

/**
 * What a kind asks for. A text message ({@code message: {text: …}}) is the text alone; a JSON message may say more than the
 * channel does.
 *
 * @param text what the phone shows
 * @param to a number; null for the roster's
 * @param roster whose number; null for the channel's
 * @param segmentsMax null for the channel's
 * @param tooLong null for the channel's
 */
record SmsRequest(
        @JsonProperty(required = true) String text, String to, String roster, Integer segmentsMax, TooLong tooLong) {

    private static final ObjectReader READER = JsonMapper.builder()
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build()
            .readerFor(SmsRequest.class);

    /** @throws IllegalArgumentException if it is no request, with words for whoever writes the kind */
    static SmsRequest of(Message message) {
        SmsRequest request = isJson(message) ? json(message) : new SmsRequest(message.text(), null, null, null, null);
        if (request.text() == null || request.text().isBlank()) {
            throw new IllegalArgumentException("the text is empty");
        }
        return request;
    }

    private static boolean isJson(Message message) {
        return message.contentType() != null && message.contentType().startsWith("application/json");
    }

    private static SmsRequest json(Message message) {
        try {
            return READER.readValue(message.text());
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "a JSON message for an SMS has text, and if it likes to, roster, segmentsMax, tooLong: "
                            + e.getOriginalMessage(),
                    e);
        }
    }
}
