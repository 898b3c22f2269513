package io.plantgate.failure.torture;

import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/** Mutated payloads, with a good one of a source of its own after every few of them, and at the end. */
final class FuzzWorkload implements Workload {

    private static final int GOOD_AFTER = 20;

    private final String transport;
    private final Mutations mutations;
    private final Predicate<byte[]> carried;
    private final int payloads;
    private int published;
    private int good;

    /** @param carried whether the transport can carry it as one item */
    FuzzWorkload(String transport, long seed, int payloads, Predicate<byte[]> carried) {
        this.transport = transport;
        this.mutations = new Mutations(seed * 31 + transport.hashCode());
        this.payloads = payloads;
        this.carried = carried;
    }

    @Override
    public synchronized Publication next() {
        if (good * GOOD_AFTER <= published - GOOD_AFTER) {
            return good();
        }
        return published == payloads ? null : mutated();
    }

    private Publication mutated() {
        byte[] bytes = mutations.next();
        while (!carried.test(bytes)) {
            bytes = mutations.next();
        }
        return new Publication(transport + "-" + published++, Publication.ANY, bytes);
    }

    private Publication good() {
        String source = "GOOD-" + transport + "/Trip";
        String transition = "T" + good++;
        String text = """
                {"source":"%s","transitionId":"%s","bootId":"B1","severity":"High","value":1}""".formatted(source, transition);
        return new Publication(
                "good-" + transport + "-" + transition,
                source + "|" + transition + "|B1",
                text.getBytes(StandardCharsets.UTF_8));
    }
}
