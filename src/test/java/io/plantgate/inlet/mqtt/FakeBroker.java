package io.plantgate.inlet.mqtt;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A broker that does what a test says and remembers what it was told: enough of MQTT 5 for one subscriber at QoS 1.
 * Packets follow MQTT 5.0, chapter 3.
 */
final class FakeBroker implements AutoCloseable {

    private static final int CONNECT = 1;
    private static final int PUBACK = 4;
    private static final int SUBSCRIBE = 8;
    private static final int PINGREQ = 12;

    final List<String> acknowledged = new CopyOnWriteArrayList<>();
    final AtomicInteger connections = new AtomicInteger();
    volatile int subackCode = 1;
    volatile boolean sessionPresent;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile OutputStream out;

    FakeBroker() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    String url() {
        return "tcp://127.0.0.1:" + listener.getLocalPort();
    }

    /** Sends a message at QoS 1 over the current connection. */
    void publish(int packetId, String topic, byte[] payload) throws IOException {
        byte[] name = topic.getBytes(StandardCharsets.UTF_8);
        ByteBuffer body = ByteBuffer.allocate(2 + name.length + 2 + 1 + payload.length);
        body.putShort((short) name.length)
                .put(name)
                .putShort((short) packetId)
                .put((byte) 0)
                .put(payload);
        send(0x32, body.array());
    }

    /** Sends a DISCONNECT with a reason and closes. */
    void disconnect(int reason) throws IOException {
        send(0xE0, new byte[] {(byte) reason, 0});
        cut();
    }

    /** Cuts every connection without a word. */
    void cut() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                Socket socket = listener.accept();
                sockets.add(socket);
                int number = connections.incrementAndGet();
                daemon(() -> serve(socket, number));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket, int number) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int type = in.readUnsignedByte() >> 4;
                answer(type, in.readNBytes(remainingLength(in)), socket, number);
            }
        } catch (IOException gone) {
            sockets.remove(socket);
        }
    }

    private void answer(int type, byte[] body, Socket socket, int number) throws IOException {
        switch (type) {
            case CONNECT -> {
                out = socket.getOutputStream();
                send(0x20, new byte[] {(byte) (sessionPresent ? 1 : 0), 0, 0});
            }
            case SUBSCRIBE -> send(0x90, new byte[] {body[0], body[1], 0, (byte) subackCode});
            case PUBACK -> acknowledged.add(number + ":" + ByteBuffer.wrap(body).getShort());
            case PINGREQ -> send(0xD0, new byte[0]);
            default -> {
                // Nothing else needs an answer.
            }
        }
    }

    private synchronized void send(int header, byte[] body) throws IOException {
        ByteBuffer packet = ByteBuffer.allocate(5 + body.length);
        packet.put((byte) header);
        int left = body.length;
        do {
            packet.put((byte) (left > 127 ? left % 128 | 0x80 : left));
            left /= 128;
        } while (left > 0);
        packet.put(body);
        out.write(packet.array(), 0, packet.position());
        out.flush();
    }

    private static int remainingLength(DataInputStream in) throws IOException {
        int length = 0;
        int octet;
        int shift = 0;
        do {
            octet = in.readUnsignedByte();
            length |= (octet & 0x7F) << shift;
            shift += 7;
        } while (octet > 127);
        return length;
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "fake-broker");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
