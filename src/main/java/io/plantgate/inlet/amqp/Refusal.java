package io.plantgate.inlet.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** A broker's "no" in words: RabbitMQ closes the channel and says why in the reply text. */
final class Refusal {

    private static final Pattern INEQUIVALENT = Pattern.compile(
            "inequivalent arg '(?<argument>[^']+)' for queue .*?: received (?<asked>.+) but current is (?<found>.+)",
            Pattern.DOTALL);

    private static final int CAUSES_MAX = 10;

    private Refusal() {}

    /**
     * @return the refusal, or the failure itself where the broker did not refuse but could not be asked
     */
    static IOException of(String queue, String otherwise, IOException failure) {
        if (failure.getCause() instanceof ShutdownSignalException signal
                && signal.getReason() instanceof AMQP.Channel.Close close) {
            throw new QueueRefusedException(text(queue, otherwise, close), failure);
        }
        return failure;
    }

    /** Why nothing is consumed, in words that say what to do. Never names a password. */
    static String describe(Exception failure) {
        if (failure instanceof QueueRefusedException) {
            return failure.getMessage();
        }
        AuthenticationFailureException user = behind(failure, AuthenticationFailureException.class);
        if (user != null) {
            return ("the broker does not let this user in (%s). Check spring.rabbitmq.username and password, and whom the"
                            + " broker knows.")
                    .formatted(user.getMessage());
        }
        SSLException tls = behind(failure, SSLException.class);
        if (tls != null) {
            return ("no TLS connection (%s). Check the certificates of spring.rabbitmq.ssl.bundle against the broker's, and"
                            + " the name in the broker's certificate against that in the address.")
                    .formatted(tls.getMessage());
        }
        return "the broker cannot be reached: " + failure;
    }

    private static <T extends Exception> T behind(Exception failure, Class<T> kind) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            if (kind.isInstance(cause)) {
                return kind.cast(cause);
            }
            cause = cause.getCause();
        }
        return null;
    }

    private static String text(String queue, String otherwise, AMQP.Channel.Close close) {
        Matcher inequivalent = INEQUIVALENT.matcher(close.getReplyText());
        if (inequivalent.find()) {
            return ("queue '%s': argument '%s' is %s at the broker, and the site's route says %s. Correct the route's"
                            + " parameters, or delete the empty queue and create it anew.")
                    .formatted(
                            queue,
                            inequivalent.group("argument"),
                            inequivalent.group("found").strip(),
                            inequivalent.group("asked").strip());
        }
        if (close.getReplyCode() == AMQP.ACCESS_REFUSED) {
            return "queue '%s': the broker does not let this user declare it, and only so it can be compared (%s). Grant the permission 'configure' on this name."
                    .formatted(queue, close.getReplyText());
        }
        return "queue '%s': %s. The broker says: %s".formatted(queue, otherwise, close.getReplyText());
    }
}
