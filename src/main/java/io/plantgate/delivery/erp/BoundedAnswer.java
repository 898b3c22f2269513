package io.plantgate.delivery.erp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/** Reads an authorization server's answer to its end before anybody parses it, within a size and a time. */
final class BoundedAnswer implements ClientHttpRequestInterceptor {

    private static final int CHUNK_BYTES = 4_096;

    private final int bytesMax;
    private final Duration timeMax;

    BoundedAnswer(int bytesMax, Duration timeMax) {
        this.bytesMax = bytesMax;
        this.timeMax = timeMax;
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        long began = System.nanoTime();
        ClientHttpResponse response = execution.execute(request, body);
        try {
            return new Read(response, read(response.getBody(), began));
        } catch (IOException | RuntimeException e) {
            response.close();
            throw e;
        }
    }

    private byte[] read(InputStream content, long began) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int read = content.read(chunk); read >= 0; read = content.read(chunk)) {
            bytes.write(chunk, 0, read);
            if (bytes.size() > bytesMax) {
                throw new IOException("the answer has more than " + bytesMax + " bytes");
            }
            if (System.nanoTime() - began > timeMax.toNanos()) {
                throw new IOException("no whole answer within " + timeMax.toMillis() + " ms");
            }
        }
        return bytes.toByteArray();
    }

    /** An answer whose body is here. */
    private record Read(ClientHttpResponse response, byte[] body) implements ClientHttpResponse {

        @Override
        public HttpStatusCode getStatusCode() throws IOException {
            return response.getStatusCode();
        }

        @Override
        public String getStatusText() throws IOException {
            return response.getStatusText();
        }

        @Override
        public HttpHeaders getHeaders() {
            return response.getHeaders();
        }

        @Override
        public InputStream getBody() {
            return new ByteArrayInputStream(body);
        }

        @Override
        public void close() {
            response.close();
        }
    }
}
