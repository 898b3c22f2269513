package io.plantgate.failure.torture;

/**
 * One fault of a round.
 *
 * @param afterMillis how long after the one before it
 * @param link which link it concerns, counted; without meaning for other kinds
 * @param millis how long it lasts, where it lasts
 * @param patient whether the gateway is ready again before the next one
 */
record Fault(Kind kind, int afterMillis, int link, int millis, boolean patient) {

    enum Kind {
        GATEWAY_KILLED(2),
        GATEWAY_STOPPED(1),
        POSTGRES_RESTARTED(1),
        POSTGRES_CRASHED(1),
        MQTT_RESTARTED(1),
        AMQP_RESTARTED(1),
        LINK_CUT(3),
        /** Both sides believe in the link, and nothing moves. */
        LINK_HELD(2),
        LINK_SLOW(2),
        /** PostgreSQL stands still while more comes in than the queue holds. */
        QUEUE_FILLED(1);

        /** How often in one deck. */
        final int cards;

        Kind(int cards) {
            this.cards = cards;
        }
    }
}
