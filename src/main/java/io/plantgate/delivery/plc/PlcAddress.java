package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Where a stand-in for one piece of equipment is. It counts only while the equipment's file names no address.
 *
 * @param equipment as clients name the target
 * @param connection what the stand-in adds to the file's {@code connection}, e.g. host and port
 */
public record PlcAddress(String equipment, JsonNode connection) {}
