package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import java.util.Map;

/**
 * One item, decoded.
 *
 * @param tree its values
 * @param facts what the transport said about it
 */
record ReadItem(FieldValue tree, Map<String, String> facts) {}
