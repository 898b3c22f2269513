package io.plantgate.inlet.amqp;

import org.apache.camel.component.springrabbit.SpringRabbitMQEndpoint;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.support.converter.MessageConverter;

/** What a template plugs into camel-spring-rabbitmq: lets the bytes through undecoded, and says which container consumes. */
interface QueueOwner extends MessageConverter {

    AbstractMessageListenerContainer container(SpringRabbitMQEndpoint endpoint);

    @Override
    default Object fromMessage(Message message) {
        return message;
    }

    @Override
    default Message toMessage(Object object, MessageProperties properties) {
        throw new UnsupportedOperationException("A way in from RabbitMQ sends nothing. Remove the reply.");
    }
}
