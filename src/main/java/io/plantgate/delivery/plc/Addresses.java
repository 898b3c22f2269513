package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.operation.Equipment;
import java.util.List;

/** The address in an equipment's file, or the stand-in's while there is none. */
final class Addresses {

    private final List<PlcAddress> standIns;

    Addresses(List<PlcAddress> standIns) {
        this.standIns = List.copyOf(standIns);
    }

    /**
     * The equipment's connection.
     *
     * @param key that holds the address: {@code host}, {@code url}
     * @throws IllegalArgumentException if neither the file nor a stand-in has it
     */
    JsonNode of(Equipment equipment, String key) {
        JsonNode own = equipment.connection();
        if (own != null && !own.path(key).asText("").isBlank()) {
            return own;
        }
        return standIns.stream()
                .filter(one -> one.equipment().equals(equipment.name()))
                .findFirst()
                .map(one -> merged(own, one.connection()))
                .orElseThrow(() -> new IllegalArgumentException(
                        "connection.%s is empty: name the device, or a placeholder of config/sites".formatted(key)));
    }

    private static JsonNode merged(JsonNode own, JsonNode standIn) {
        ObjectNode both = JsonNodeFactory.instance.objectNode();
        if (own instanceof ObjectNode written) {
            both.setAll(written);
        }
        standIn.fields().forEachRemaining(field -> both.set(field.getKey(), field.getValue()));
        return both;
    }
}
