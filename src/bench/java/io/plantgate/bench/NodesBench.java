package io.plantgate.bench;

import io.plantgate.testing.MosquittoServer;
import io.plantgate.testing.RabbitMqServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One, two and three gateways on one PostgreSQL that share the work, senders, brokers and database on the same machine: from
 * the first message that is sent to the last that is stored. All three processes run all the time, and those that are not
 * measured have nothing to do. On one machine the nodes take each other's processors: this says what sharing costs, and that
 * nobody notices it, and not how much faster two machines are.
 */
final class NodesBench {

    private static final int ROUNDS = 5;
    private static final int ROUNDS_QUICK = 3;
    // Of each door to all nodes: the JIT compiler of each process needs its own work.
    private static final int WARM_UP_ROUNDS = 4;

    private final NodesPlant plant;
    private final int messages;
    private final Results results = new Results();
    private int round;

    private NodesBench(NodesPlant plant, int messages) {
        this.plant = plant;
        this.messages = messages;
    }

    static void run(Extent extent) throws Exception {
        Optional<Path> mosquitto = MosquittoServer.program();
        Optional<Path> rabbit = RabbitMqServer.program();
        if (mosquitto.isEmpty() || rabbit.isEmpty()) {
            System.out.println("mosquitto and rabbitmq-server are not both installed: several nodes are not measured.");
            return;
        }
        try (NodesPlant plant = new NodesPlant(mosquitto.get(), rabbit.get())) {
            NodesBench bench = new NodesBench(plant, extent.isFull() ? 60_000 : 20_000);
            bench.warmUp();
            for (int i = 0; i < (extent.isFull() ? ROUNDS : ROUNDS_QUICK); i++) {
                bench.round(i);
            }
            bench.compare(extent);
        }
    }

    private void warmUp() throws Exception {
        for (int i = 0; i < WARM_UP_ROUNDS; i++) {
            for (NodesDoor door : NodesDoor.values()) {
                measure(door, NodesPlant.NODES);
            }
        }
    }

    // Who comes first takes turns.
    private void round(int turn) throws Exception {
        for (NodesDoor door : NodesDoor.values()) {
            for (int i = 0; i < NodesPlant.NODES; i++) {
                int group = 1 + (turn + i) % NodesPlant.NODES;
                results.add(key(door, group), measure(door, group));
            }
        }
    }

    private double measure(NodesDoor door, int group) throws Exception {
        List<Message> sent = Message.counting(round++, messages);
        plant.empty();
        System.gc();
        long start = System.nanoTime();
        door.send(plant, group, sent);
        double acknowledged = (System.nanoTime() - start) / 1e9;
        plant.awaitStored(sent.size());
        double seconds = (System.nanoTime() - start) / 1e9;
        plant.requireEachIsStoredOnce(sent);
        List<String> shares = plant.shares();
        if (shares.size() != group) {
            throw new IllegalStateException(key(door, group) + ": arrivals came by " + shares);
        }
        System.out.printf(
                Locale.ROOT,
                "%s: %,d stored in %.2f s, the senders were done after %.2f s, %d copies, %s%n",
                key(door, group),
                sent.size(),
                seconds,
                acknowledged,
                plant.duplicates(),
                String.join(", ", shares));
        return sent.size() / seconds;
    }

    private void compare(Extent extent) throws Exception {
        for (NodesDoor door : NodesDoor.values()) {
            for (int group = 2; group <= NodesPlant.NODES; group++) {
                results.compare(key(door, group), key(door, group), key(door, 1), key(door, 1));
            }
        }
        results.write(extent.named("nodes"));
        results.print(
                "%,d messages a run, each stored once as canonical; all on one machine, PostgreSQL embedded with fsync on"
                        .formatted(messages));
    }

    private static String key(NodesDoor door, int group) {
        return door.title() + (group == 1 ? ", one process" : ", " + group + " processes");
    }
}
