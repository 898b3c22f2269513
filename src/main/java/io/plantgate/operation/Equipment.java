package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One piece of equipment as its {@code .equipment.yaml} describes it to the driver.
 *
 * @param name as clients name the target
 * @param protocol of the {@link Driver}
 * @param connection address and credentials, placeholders filled in; never logged
 * @param tags by name
 * @param handshake where the controller itself keeps operation number, digest and state, if it does
 * @param writes by command, the tags that it writes; commands that only read are not in it
 * @param commands what it can be told, by name, as the driver needs them (topics, methods); empty for plain tags
 * @param callTime the hard deadline of one call
 */
public record Equipment(
        String name,
        String protocol,
        JsonNode connection,
        Map<String, Tag> tags,
        Optional<JsonNode> handshake,
        Map<String, Set<String>> writes,
        Map<String, JsonNode> commands,
        Duration callTime) {

    public Equipment {
        tags = Map.copyOf(tags);
        writes = Map.copyOf(writes);
        commands = Map.copyOf(commands);
    }

    /** One of which only the way to it is of interest. */
    public Equipment(
            String name,
            String protocol,
            JsonNode connection,
            Map<String, Tag> tags,
            Optional<JsonNode> handshake,
            Map<String, JsonNode> commands,
            Duration callTime) {
        this(name, protocol, connection, tags, handshake, Map.of(), commands, callTime);
    }
}
