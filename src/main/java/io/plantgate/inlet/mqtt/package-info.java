/**
 * The way in from MQTT brokers: the Camel component {@code mqtt-source:PROFILE}, camel-paho-mqtt5's options with a consumer
 * of our own that loses nothing.
 *
 * <p>A message is acknowledged after the commit of its arrival, in the order of coming, on the connection that brought it,
 * and never otherwise. What is not acknowledged the broker sends again; the ledger recognises it.
 */
package io.plantgate.inlet.mqtt;
