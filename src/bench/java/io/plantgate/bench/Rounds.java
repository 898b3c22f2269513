package io.plantgate.bench;

/** Rounds in which two are measured in turns. */
final class Rounds {

    private Rounds() {}

    /** One run of one of the two. */
    @FunctionalInterface
    interface Run {
        /** @param peer which of the two */
        void of(boolean peer) throws Exception;
    }

    /** Both, and who comes first takes turns: what the one leaves behind may burden the other. */
    static void both(int round, Run run) throws Exception {
        boolean peerFirst = round % 2 == 0;
        run.of(peerFirst);
        run.of(!peerFirst);
    }
}
