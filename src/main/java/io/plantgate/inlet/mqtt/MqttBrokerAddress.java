package io.plantgate.inlet.mqtt;

/**
 * Where the broker is that stands in while none is configured.
 *
 * @param url in Paho's form, e.g. {@code tcp://127.0.0.1:1883}
 */
public record MqttBrokerAddress(String url) {}
