package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A value of a device that can be read, and perhaps written.
 *
 * @param name as the equipment file calls it
 * @param address what only the protocol's driver understands, e.g. {@code {table: holding, address: 100, type: uint16}}
 */
public record Tag(String name, JsonNode address) {}
