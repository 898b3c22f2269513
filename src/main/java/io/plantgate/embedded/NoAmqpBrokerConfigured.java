package io.plantgate.embedded;

import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/** Any configured address switches the embedded AMQP broker off. */
public final class NoAmqpBrokerConfigured implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Environment environment = context.getEnvironment();
        return !StringUtils.hasText(environment.getProperty("spring.rabbitmq.host"))
                && !StringUtils.hasText(environment.getProperty("spring.rabbitmq.addresses"))
                && !StringUtils.hasText(environment.getProperty("spring.rabbitmq.addresses[0]"));
    }
}
