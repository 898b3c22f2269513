/**
 * The way in from AMQP 0-9-1 queues (RabbitMQ): what camel-spring-rabbitmq and YAML cannot do.
 *
 * <p>The door is {@link io.plantgate.inlet.amqp.AmqpInbox}, which the route template {@code rabbitmq-source} plugs into the
 * stock endpoint. A message is acknowledged after the commit that decided it, on the channel it came through, and never
 * for another reason.
 */
package io.plantgate.inlet.amqp;
