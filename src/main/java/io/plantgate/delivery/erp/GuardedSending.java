package io.plantgate.delivery.erp;

import io.plantgate.effect.Failures;
import io.plantgate.effect.NeverSentException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/**
 * Sends one request: with credentials, within a deadline that holds for all of it, and reads a bounded answer. Its
 * exceptions tell apart what the judge must know: {@link NeverSentException} if no connection stood or nothing was handed to
 * it, anything else if the target may have acted.
 */
final class GuardedSending implements ExecChainHandler {

    /** Set on answers to requests whose token or session was old. */
    static final String RENEWED = "Plantgate-Renewed";

    private static final String SENT = "plantgate.sent";

    private final Credentials credentials;
    private final boolean single;
    private final ScheduledExecutorService deadlines;
    private final Duration deadline;
    private final int answerBytesMax;

    /** @param single true if a connection serves one request only */
    GuardedSending(
            Credentials credentials,
            boolean single,
            ScheduledExecutorService deadlines,
            Duration deadline,
            int answerBytesMax) {
        this.credentials = credentials;
        this.single = single;
        this.deadlines = deadlines;
        this.deadline = deadline;
        this.answerBytesMax = answerBytesMax;
    }

    /** Puts this around all that the client does, and the mark between connecting and sending. */
    void guard(HttpClientBuilder client) {
        client.setRequestExecutor(new CleanConnection());
        if (single) {
            client.setConnectionReuseStrategy((request, response, context) -> false);
        }
        client.addExecInterceptorFirst("plantgate-guard", this);
        client.addExecInterceptorLast("plantgate-sent", (request, scope, chain) -> {
            scope.clientContext.setAttribute(SENT, true);
            return chain.proceed(request, scope);
        });
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        addCredentials(request);
        if (single) {
            request.setHeader(HttpHeaders.CONNECTION, HeaderElements.CLOSE);
        }
        AtomicBoolean tooLate = new AtomicBoolean();
        ScheduledFuture<?> alarm = deadlines.schedule(
                () -> cancel(scope.originalRequest, tooLate), deadline.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return readWithin(send(request, scope, chain), request, scope);
        } catch (IOException | HttpException | RuntimeException e) {
            throw explained(e, scope.clientContext.getAttribute(SENT) != null, tooLate.get());
        } finally {
            alarm.cancel(false);
        }
    }

    // Whatever happens before the first byte, nothing was sent. Its words may be a token: they are not said.
    private void addCredentials(ClassicHttpRequest request) {
        try {
            credentials.addTo(request);
        } catch (NeverSentException | CredentialsRefusedException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            String what = e.getClass().getSimpleName();
            throw new NeverSentException("the request could not be given its credentials (" + what + ")", e);
        }
    }

    // No send is repeated here: a connection that cannot be used has taken no byte of the request.
    private static ClassicHttpResponse send(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        while (true) {
            try {
                return chain.proceed(ClassicRequestBuilder.copy(request).build(), scope);
            } catch (CleanConnection.UnusableException e) {
                scope.clientContext.removeAttribute(SENT);
            }
        }
    }

    private static void cancel(ClassicHttpRequest request, AtomicBoolean tooLate) {
        tooLate.set(true);
        ((Cancellable) request).cancel();
    }

    private IOException explained(Exception failure, boolean sent, boolean tooLate) {
        String words = tooLate ? "no whole answer within " + deadline.toMillis() + " ms" : Failures.words(failure);
        if (!sent) {
            throw new NeverSentException(words, failure);
        }
        if (!tooLate && failure instanceof IOException lost) {
            return lost;
        }
        AnswerLostException lost = new AnswerLostException(words);
        lost.addSuppressed(failure);
        return lost;
    }

    private ClassicHttpResponse readWithin(
            ClassicHttpResponse response, ClassicHttpRequest request, ExecChain.Scope scope) throws IOException {
        response.removeHeaders(RENEWED);
        if (credentials.renewedAfter(request, response)) {
            response.setHeader(RENEWED, "true");
        }
        HttpEntity entity = response.getEntity();
        if (entity != null) {
            response.setEntity(new ByteArrayEntity(read(entity, scope), contentType(entity)));
        }
        return response;
    }

    // One byte more than is used says that there was more; such a connection is not used again.
    private byte[] read(HttpEntity entity, ExecChain.Scope scope) throws IOException {
        InputStream content = entity.getContent();
        byte[] bytes = content.readNBytes(answerBytesMax + 1);
        if (bytes.length > answerBytesMax) {
            scope.execRuntime.discardEndpoint();
        } else {
            content.close();
        }
        return bytes;
    }

    private static ContentType contentType(HttpEntity entity) {
        return ContentType.parseLenient(entity.getContentType());
    }
}
