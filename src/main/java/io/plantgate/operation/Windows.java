package io.plantgate.operation;

import java.time.Duration;

/**
 * How long things may take around one piece of equipment, and how long its operations are remembered.
 *
 * @param queue the longest that a request may lie in a queue in front of the gateway
 * @param reconnect the longest that a client may need to reconnect
 * @param manualRetry the longest after which a person still presses again
 * @param replay how long the same id and payload are answered from the store
 * @param results how long the whole history can be asked
 */
record Windows(Duration queue, Duration reconnect, Duration manualRetry, Duration replay, Duration results) {}
