package io.plantgate.inlet.mqtt;

import java.time.Instant;

/** How one source is, for people and for the health check. Written by its keeper, read by anyone. */
final class Standing {

    /** Where a source is in its life. */
    enum Phase {
        /** Not connected; tries, or waits to try again. */
        DISCONNECTED,
        /** Connected, and the broker has granted the subscription. */
        SUBSCRIBED,
        /** Connected, takes nothing more, and lets go when what is in flight has been decided. */
        DRAINING,
        /** Stopped or suspended by a person or a shutdown. */
        STOPPED
    }

    private final String clientId;
    private final String topic;
    private final Takeovers takeovers;
    private volatile State state = new State(Phase.STOPPED, "not started", Instant.now());

    Standing(String clientId, String topic, Takeovers takeovers) {
        this.clientId = clientId;
        this.topic = topic;
        this.takeovers = takeovers;
    }

    void is(Phase phase, String detail) {
        if (state.phase() != phase || !state.detail().equals(detail)) {
            state = new State(phase, detail, Instant.now());
        }
    }

    State state() {
        return state;
    }

    String clientId() {
        return clientId;
    }

    String topic() {
        return topic;
    }

    /** True while another client keeps taking this one's id: the source may be subscribed now and gone in a second. */
    boolean isStormy() {
        return takeovers.isStorm();
    }

    /**
     * @param detail why, in words
     * @param since when it came to be so
     */
    record State(Phase phase, String detail, Instant since) {}
}
