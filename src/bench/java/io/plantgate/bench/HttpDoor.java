package io.plantgate.bench;

import java.util.ArrayList;
import java.util.List;

/** Posts on several connections, each posting again as soon as it was answered, until the last answer. */
final class HttpDoor implements Contender {

    static final String PATH = "/api/events/pumps";
    static final int SINGLE_CONNECTIONS = 64;

    private static final int ARRAY_MESSAGES = 100;

    private final int port;
    private final String name;
    private final Framing framing;
    private final int connections;
    private final int messagesOfPost;
    private List<byte[]> bodies = List.of();

    private HttpDoor(int port, String name, Framing framing, int connections, int messagesOfPost) {
        this.port = port;
        this.name = name;
        this.framing = framing;
        this.connections = connections;
        this.messagesOfPost = messagesOfPost;
    }

    static HttpDoor singles(int port) {
        return new HttpDoor(
                port,
                "HTTP, single, %d connections".formatted(SINGLE_CONNECTIONS),
                Framing.SINGLE,
                SINGLE_CONNECTIONS,
                1);
    }

    static HttpDoor arrays(int port, int connections) {
        return new HttpDoor(
                port,
                "HTTP, arrays of %d, %d connections".formatted(ARRAY_MESSAGES, connections),
                Framing.ARRAY,
                connections,
                ARRAY_MESSAGES);
    }

    static HttpDoor lines(int port) {
        return new HttpDoor(port, "HTTP, JSON lines in one post", Framing.LINES, 1, Integer.MAX_VALUE);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void prepare(List<Message> messages) {
        List<byte[]> cut = new ArrayList<>();
        int step = Math.min(messagesOfPost, messages.size());
        for (int from = 0; from < messages.size(); from += step) {
            cut.add(framing.body(messages.subList(from, Math.min(messages.size(), from + step))));
        }
        bodies = cut;
    }

    @Override
    public void record(List<Message> messages) throws Exception {
        List<byte[]> posts = bodies;
        bodies = List.of();
        Threads.run(connections, first -> {
            try (RawPost connection = new RawPost(port)) {
                for (int i = first; i < posts.size(); i += connections) {
                    connection.postUntilTaken(PATH, framing.contentType(), posts.get(i));
                }
            }
        });
    }
}
