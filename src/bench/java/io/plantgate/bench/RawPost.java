package io.plantgate.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/** One HTTP/1.1 connection that stays open: a client that costs as little as possible on the machine that is measured. */
final class RawPost implements AutoCloseable {

    private static final String CREDENTIAL =
            Base64.getEncoder().encodeToString("integrator:demo".getBytes(StandardCharsets.US_ASCII));

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    RawPost(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        out = socket.getOutputStream();
    }

    /** Posts and reads the answer to its end; returns its status. */
    int post(String path, byte[] body) throws IOException {
        String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic " + CREDENTIAL
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n";
        byte[] request = new byte[head.length() + body.length];
        System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, request, 0, head.length());
        System.arraycopy(body, 0, request, head.length(), body.length);
        out.write(request);
        out.flush();
        return answer();
    }

    private int answer() throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        long length = 0;
        boolean chunked = false;
        String header = line();
        while (!header.isEmpty()) {
            String lower = header.toLowerCase(Locale.ROOT);
            length = lower.startsWith("content-length:")
                    ? Long.parseLong(lower.substring(15).strip())
                    : length;
            chunked = chunked || lower.startsWith("transfer-encoding:") && lower.contains("chunked");
            header = line();
        }
        if (chunked) {
            readChunks();
        } else {
            in.skipNBytes(length);
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
