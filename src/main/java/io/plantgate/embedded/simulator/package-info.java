/**
 * A small plant that lives as plants do: pumps that trip, send again, restart, go offline and replay, and contradict
 * themselves once in a while.
 *
 * <p>It speaks real MQTT and real AMQP to whatever broker the demo site is connected to. It knows nothing of the gateway.
 */
package io.plantgate.embedded.simulator;
