package io.plantgate.inlet.amqp;

import org.springframework.amqp.AmqpException;

/** A queue that would lose what the gateway has not acknowledged yet, or that is not as the site says. */
final class QueueRefusedException extends AmqpException {

    private static final long serialVersionUID = 1L;

    QueueRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
