package io.plantgate.bench;

import java.util.List;

/** Posts of one message each to the whole gateway, told with the answer. Each connection has one post on its way. */
final class SinglePostsDoor implements SteadyDoor {

    private static final int CONNECTIONS = HttpDoor.SINGLE_CONNECTIONS;

    private final int port;

    SinglePostsDoor(int port) {
        this.port = port;
    }

    @Override
    public String name() {
        return "HTTP, %d connections".formatted(CONNECTIONS);
    }

    // A post runs through more code than a message of a broker does: server, security, Spring and Camel.
    @Override
    public int warmUpSeconds() {
        return 90;
    }

    @Override
    public void send(List<Message> messages, Pace pace, Told told) throws Exception {
        pace.begin();
        Threads.run(CONNECTIONS, first -> {
            try (RawPost connection = new RawPost(port)) {
                for (int i = first; i < messages.size(); i += CONNECTIONS) {
                    pace.await(i);
                    connection.postUntilTaken(
                            HttpDoor.PATH,
                            Framing.SINGLE.contentType(),
                            messages.get(i).raw());
                    told.tell(i, null);
                }
            }
        });
    }
}
