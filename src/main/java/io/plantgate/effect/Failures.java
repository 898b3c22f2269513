package io.plantgate.effect;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.PortUnreachableException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * What an exception of a delivery route proves. That nothing was sent is proven by the failures to connect alone; after
 * that, a timeout and a closed connection leave open whether the target acted.
 */
public final class Failures {

    private static final List<Class<? extends Throwable>> NEVER_SENT = List.of(
            ConnectException.class,
            NoRouteToHostException.class,
            PortUnreachableException.class,
            UnknownHostException.class,
            UnresolvedAddressException.class,
            SSLHandshakeException.class,
            SSLPeerUnverifiedException.class,
            NeverSentException.class);

    private static final int CAUSES_MAX = 20;

    private Failures() {}

    /** {@link Outcome.NotDone} if the failure proves that nothing was sent, else {@link Outcome.Unknown}. */
    public static Outcome outcome(Throwable failure) {
        List<Throwable> causes = causes(failure);
        for (Throwable cause : causes) {
            if (NEVER_SENT.stream().anyMatch(type -> type.isInstance(cause))) {
                return new Outcome.NotDone("NOT_SENT: " + said(cause), null, true, Answer.NONE);
            }
        }
        return new Outcome.Unknown("FAILED: " + said(causes.get(causes.size() - 1)), Answer.NONE);
    }

    private static List<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable at = failure; at != null && causes.size() < CAUSES_MAX; at = at.getCause()) {
            causes.add(at);
        }
        return causes;
    }

    private static String said(Throwable failure) {
        String text = failure.getClass().getSimpleName() + ": " + failure.getMessage();
        return new Answer(null, text).masked().cut(500).text();
    }
}
