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

    /** Only connects. */
    static RawConnection to(int port) {
        try {
            RawConnection connection = new RawConnection(new Socket("localhost", port));
            connection.socket.setSoTimeout(60_000);
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens a post whose body is sent in chunks (RFC 9112, 7.1). */
    static RawConnection post(int port, String path, String contentType) {
        return to(port).raw(head(path, contentType, "Transfer-Encoding: chunked"));
    }

    /** The head of an operator's post. */
    static String head(String path, String contentType, String framing) {
        String credential = Base64.getEncoder().encodeToString("operator:demo".getBytes(StandardCharsets.UTF_8));
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Basic "
                + credential + "\r\nContent-Type: " + contentType + "\r\n" + framing + "\r\n\r\n";
    }

    RawConnection raw(String bytes) {
        write(bytes);
        return this;
    }

    RawConnection send(String piece) {
        write(Integer.toHexString(piece.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + piece + "\r\n");
        return this;
    }

    /** Ends the body and reads the whole answer, status line and all. */
    String finish() {
        write("0\r\n\r\n");
        return rest();
    }

    /** Sends no more; the other side still answers. */
    RawConnection endOfInput() {
        try {
            socket.shutdownOutput();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads until the other side closes. */
    String rest() {
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
