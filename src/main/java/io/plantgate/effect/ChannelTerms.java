package io.plantgate.effect;

/**
 * How one channel works.
 *
 * @param channel its name
 * @param concurrency exchanges under way at the same time on one node
 * @param ratePerSecond effects that may start in a second on one node; 0 for no bound
 * @param leaseMillis how long a claim holds without renewal; renewed at a third of it
 * @param pollMillis how long nothing may be heard before the table is looked at
 * @param batchMax effects in one exchange
 * @param answerBytesMax bytes of an answer's text that are kept
 * @param attemptMillisMax after which a lease is not renewed any more, so that a call that hangs becomes unknown
 * @param stopMillisMax how long a stop waits for what is under way
 * @param circuit when to leave the target alone
 */
record ChannelTerms(
        String channel,
        int concurrency,
        int ratePerSecond,
        long leaseMillis,
        long pollMillis,
        int batchMax,
        int answerBytesMax,
        long attemptMillisMax,
        long stopMillisMax,
        Circuit circuit) {

    /**
     * @param failurePercent of the last calls that opens it; over 100 never does
     * @param calls how many last calls are looked at
     * @param openMillis how long it stays open before a few calls are tried
     */
    record Circuit(float failurePercent, int calls, long openMillis) {}

    /** The defaults that the endpoint documents. */
    static ChannelTerms of(String channel) {
        return new ChannelTerms(
                channel, 8, 0, 30_000, 1_000, 1, Answer.TEXT_BYTES_MAX, 300_000, 30_000, new Circuit(50, 20, 30_000));
    }

    ChannelTerms withConcurrency(int number) {
        return new ChannelTerms(
                channel,
                number,
                ratePerSecond,
                leaseMillis,
                pollMillis,
                batchMax,
                answerBytesMax,
                attemptMillisMax,
                stopMillisMax,
                circuit);
    }

    ChannelTerms withTimes(long lease, long poll, long attempt) {
        return new ChannelTerms(
                channel,
                concurrency,
                ratePerSecond,
                lease,
                poll,
                batchMax,
                answerBytesMax,
                attempt,
                stopMillisMax,
                circuit);
    }

    ChannelTerms withBatchMax(int number) {
        return new ChannelTerms(
                channel,
                concurrency,
                ratePerSecond,
                leaseMillis,
                pollMillis,
                number,
                answerBytesMax,
                attemptMillisMax,
                stopMillisMax,
                circuit);
    }

    ChannelTerms withCircuit(Circuit other) {
        return new ChannelTerms(
                channel,
                concurrency,
                ratePerSecond,
                leaseMillis,
                pollMillis,
                batchMax,
                answerBytesMax,
                attemptMillisMax,
                stopMillisMax,
                other);
    }
}
