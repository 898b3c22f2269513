package io.plantgate.effect;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * What an exception of a delivery route proves, and in which words. That nothing was sent is proven by the failures to
 * connect alone; after that, a timeout and a closed connection leave open whether the target acted.
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
                return new Outcome.NotDone("NOT_SENT: " + words(cause) + "; nothing was sent", null, true, Answer.NONE);
            }
        }
        Throwable root = causes.get(causes.size() - 1);
        String code = root instanceof IOException ? "NO_ANSWER: " : "ROUTE_FAILED: ";
        return new Outcome.Unknown(code + words(root) + "; it may have been done", Answer.NONE);
    }

    /** What happened, in words for people, without secrets and names of classes. */
    public static String words(Throwable failure) {
        String kind = kind(failure);
        String said = failure.getMessage() == null ? "" : failure.getMessage();
        String text = said.isBlank() ? kind : kind.isEmpty() ? said : kind + ": " + said;
        return new Answer(null, text).masked().cut(500).text();
    }

    private static String kind(Throwable failure) {
        if (failure instanceof UnknownHostException || failure instanceof UnresolvedAddressException) {
            return "no address is known for this name";
        }
        if (failure instanceof SSLException) {
            return "TLS with the target failed";
        }
        if (failure instanceof SocketTimeoutException) {
            return "no answer in time";
        }
        if (failure instanceof ConnectException || failure instanceof NoRouteToHostException) {
            return "no connection";
        }
        if (failure instanceof SocketException || failure instanceof EOFException) {
            return "the connection broke";
        }
        boolean explained = failure instanceof NeverSentException || failure instanceof IOException;
        return explained && failure.getMessage() != null ? "" : "a step of the route failed";
    }

    private static List<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable at = failure; at != null && causes.size() < CAUSES_MAX; at = at.getCause()) {
            causes.add(at);
        }
        return causes;
    }
}
