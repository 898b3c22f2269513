package io.plantgate.delivery.erp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A target that books every request under the document number {@code D-KEY}, keeps its connections, and does with them what
 * no target should.
 */
final class TalkativeErp implements AutoCloseable {

    private final ServerSocket listening;
    private final Manner manner;
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final List<Socket> connections = new CopyOnWriteArrayList<>();

    /** What it does on each connection with the first request, or the second. */
    enum Manner {
        /** Answers the first twice, in one breath. */
        ANSWERS_TWICE,
        /** Writes the first's answer once more before it answers the second. */
        REMEMBERS,
        /** Closes after the first without having said so. */
        CLOSES_AFTER_THE_FIRST,
        /** Reads the second and closes. */
        CLOSES_AT_THE_SECOND,
        /** Nothing but to answer. */
        ANSWERS
    }

    private TalkativeErp(ServerSocket listening, Manner manner) {
        this.listening = listening;
        this.manner = manner;
    }

    static TalkativeErp start(Manner manner) throws IOException {
        TalkativeErp erp = new TalkativeErp(new ServerSocket(0, 8, InetAddress.getLoopbackAddress()), manner);
        inBackground(erp::accept);
        return erp;
    }

    private static void inBackground(Runnable task) {
        Thread thread = new Thread(task, "talkative-erp");
        thread.setDaemon(true);
        thread.start();
    }

    String url() {
        return "http://127.0.0.1:" + listening.getLocalPort() + "/postings";
    }

    /** The keys of all requests, in the order of their coming. */
    List<String> keys() {
        return keys;
    }

    int connectionCount() {
        return connections.size();
    }

    /** Writes an answer that nobody asked for on every connection that is still open. */
    void writeUnasked(String key) throws IOException {
        for (Socket connection : connections) {
            write(connection, answer(key));
        }
    }

    boolean hasClosedAll() {
        return connections.stream().allMatch(Socket::isClosed);
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = listening.accept();
                connections.add(connection);
                inBackground(() -> serve(connection));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            BufferedReader requests =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
            String first = read(requests);
            write(connection, manner == Manner.ANSWERS_TWICE ? answer(first) + answer(first) : answer(first));
            if (manner == Manner.CLOSES_AFTER_THE_FIRST) {
                return;
            }
            for (String key = read(requests); key != null; key = read(requests)) {
                if (manner == Manner.CLOSES_AT_THE_SECOND) {
                    return;
                }
                write(connection, answer(manner == Manner.REMEMBERS ? first : key));
            }
        } catch (IOException hungUp) {
            // As it may.
        }
    }

    private String read(BufferedReader requests) throws IOException {
        String key = null;
        int length = 0;
        for (String line = requests.readLine(); line != null && !line.isEmpty(); line = requests.readLine()) {
            String[] header = line.split(": ", 2);
            key = header[0].equalsIgnoreCase("Idempotency-Key") ? header[1] : key;
            length = header[0].equalsIgnoreCase("Content-Length") ? Integer.parseInt(header[1]) : length;
        }
        requests.skip(length);
        if (key != null) {
            keys.add(key);
        }
        return key;
    }

    private static String answer(String key) {
        String body = "{\"documentNumber\":\"D-" + key + "\"}";
        return "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static void write(Socket connection, String answers) throws IOException {
        connection.getOutputStream().write(answers.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
