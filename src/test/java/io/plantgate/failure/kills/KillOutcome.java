package io.plantgate.failure.kills;

import java.util.List;
import java.util.Locale;

/**
 * What a run came to.
 *
 * @param interrupted attempts that a kill left without an outcome
 * @param postingsAgain requests to the ERP under a key that it had seen before
 * @param messagesAgain text messages that went out a second time, marked
 * @param waiting effects that are unknown and wait for a person
 * @param wrong all that must not be
 */
record KillOutcome(
        long seed,
        int kills,
        long seconds,
        long effects,
        long attempts,
        long interrupted,
        long postingsAgain,
        long messagesAgain,
        long delivered,
        long rejected,
        long waiting,
        List<String> wrong) {

    static final String HEADER =
            "seed,kills,seconds,effects,attempts,interrupted,postings_again,messages_again,delivered,rejected,waiting,wrong";

    String csv() {
        return String.format(
                Locale.ROOT,
                "%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d",
                seed,
                kills,
                seconds,
                effects,
                attempts,
                interrupted,
                postingsAgain,
                messagesAgain,
                delivered,
                rejected,
                waiting,
                wrong.size());
    }
}
