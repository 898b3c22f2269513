package io.plantgate.inlet.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A client that sends its bytes when the test says so: slow, cut off, or never ending. */
final class RawConnection implements AutoCloseable {

    private final Socket socket;

    private RawConnection(Socket socket) {
        this.socket = socket;
    }

    /** Opens a post whose body is sent in chunks (RFC 9112, 7.1). */
    static RawConnection post(int port, String path, String contentType) {
        String credential = Base64.getEncoder().encodeToString("operator:demo".getBytes(StandardCharsets.UTF_8));
        try {
            RawConnection connection = new RawConnection(new Socket("localhost", port));
            connection.socket.setSoTimeout(60_000);
            connection.write("POST " + path
                    + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Basic " + credential
                    + "\r\nContent-Type: " + contentType + "\r\nTransfer-Encoding: chunked\r\n\r\n");
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RawConnection send(String piece) {
        write(Integer.toHexString(piece.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + piece + "\r\n");
        return this;
    }

    /** Ends the body and reads the whole answer, status line and all. */
    String finish() {
        write("0\r\n\r\n");
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Cuts the connection where it is. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
