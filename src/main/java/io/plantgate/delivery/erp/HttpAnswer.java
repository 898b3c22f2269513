package io.plantgate.delivery.erp;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.plantgate.effect.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What came back.
 *
 * @param status as in RFC 9110
 * @param retryAfter the header of that name, or null
 * @param location the header of that name, or null
 * @param body as far as it was read
 * @param whole false if it was longer than is read
 * @param renewed true if the target refused an access token or session that was not new, and the next request gets a new one
 */
record HttpAnswer(int status, String retryAfter, String location, byte[] body, boolean whole, boolean renewed) {

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    // More than is kept, so that a secret at the cut is masked as a whole.
    private static final int TEXT_BYTES_MAX = 4 * Answer.TEXT_BYTES_MAX;
    private static final int SECRET_LENGTH_MIN = 4;
    private static final int ADDRESS_BYTES_MAX = 300;

    /** The body as JSON; a missing node if it is none, or was not read to its end. */
    JsonNode json() {
        if (!whole || body.length == 0) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(body);
        } catch (IOException noJson) {
            return MissingNode.getInstance();
        }
    }

    /** What of it is kept: bounded, without these secrets and whatever else looks like one. */
    Answer kept(List<String> secrets) {
        String text = new String(Arrays.copyOf(body, Math.min(body.length, TEXT_BYTES_MAX)), StandardCharsets.UTF_8)
                // PostgreSQL's texts take no such character.
                .replace("\0", "\uFFFD");
        for (String secret : secrets) {
            if (secret.length() >= SECRET_LENGTH_MIN) {
                text = text.replace(secret, "***");
            }
        }
        return Answer.of("HTTP " + status, text);
    }

    /** Where it sends us, without what such addresses say about who we are. */
    Optional<String> redirect() {
        return Optional.ofNullable(location)
                .map(address -> address.replaceFirst("[?#].*", "?…").replaceFirst("//[^/@]*@", "//"))
                .map(address -> new Answer(null, address)
                        .masked()
                        .cut(ADDRESS_BYTES_MAX)
                        .text());
    }
}
