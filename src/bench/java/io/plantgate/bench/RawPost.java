package io.plantgate.bench;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/** One HTTP/1.1 connection that stays open as long as the server lets it: a client that costs as little as possible on the machine that is measured. */
final class RawPost implements AutoCloseable {

    static final String USER = "integrator";
    static final String PASSWORD = "demo";

    private static final String CREDENTIAL =
            Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes(StandardCharsets.US_ASCII));

    private final int port;
    private Socket socket;
    private InputStream in;
    private OutputStream out;

    RawPost(int port) throws IOException {
        this.port = port;
        connect();
    }

    private void connect() throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        // Head and a short body are one packet, as any client sends them.
        out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
    }

    /**
     * Posts as every client must: what is answered 503 is sent again.
     *
     * @throws IllegalStateException if it was refused
     */
    void postUntilTaken(String path, String contentType, byte[] body) throws IOException {
        int status = post(path, contentType, body);
        while (status == 503) {
            status = post(path, contentType, body);
        }
        if (status >= 300) {
            throw new IllegalStateException(path + " answered " + status);
        }
    }

    /** Posts and reads the answer to its end; returns its status. */
    int post(String path, String contentType, byte[] body) throws IOException {
        String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic " + CREDENTIAL
                + "\r\nContent-Type: " + contentType + "\r\nContent-Length: " + body.length + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
        return answer();
    }

    private int answer() throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        long length = 0;
        boolean chunked = false;
        boolean last = false;
        String header = line();
        while (!header.isEmpty()) {
            String lower = header.toLowerCase(Locale.ROOT);
            length = lower.startsWith("content-length:")
                    ? Long.parseLong(lower.substring(15).strip())
                    : length;
            chunked = chunked || lower.startsWith("transfer-encoding:") && lower.contains("chunked");
            // As Tomcat says with every 503.
            last = last || lower.startsWith("connection:") && lower.contains("close");
            header = line();
        }
        if (chunked) {
            readChunks();
        } else {
            in.skipNBytes(length);
        }
        if (last) {
            close();
            connect();
        }
        return status;
    }

    private void readChunks() throws IOException {
        int length = Integer.parseInt(line().strip(), 16);
        while (length > 0) {
            in.skipNBytes(length + 2L);
            length = Integer.parseInt(line().strip(), 16);
        }
        line();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        int next = in.read();
        while (next != '\n') {
            if (next < 0) {
                throw new EOFException("the connection was closed");
            }
            if (next != '\r') {
                line.append((char) next);
            }
            next = in.read();
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
