package io.plantgate.embedded.sms;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.MessageState;

/**
 * What the centre does with one submit_sm.
 *
 * @param manner how, or whether, it answers
 * @param status command_status of the answer
 * @param held the answer waits for this; null for none
 * @param early a receipt that goes out before the answer, or null
 * @param receipt a receipt that goes out after it, or null
 */
public record CentreReply(Manner manner, int status, CountDownLatch held, MessageState early, MessageState receipt) {

    /** How it answers. */
    public enum Manner {
        /** Keeps the message and answers. */
        ANSWER,
        /** Keeps nothing and answers with an error. */
        REFUSE,
        /** Keeps the message and never answers; the connection stays. */
        SILENCE,
        /** Keeps the message and closes the connection instead of answering. */
        DROP
    }

    /** Takes the message. */
    public static CentreReply accept() {
        return new CentreReply(Manner.ANSWER, SMPPConstant.STAT_ESME_ROK, null, null, null);
    }

    /** Takes it, and answers when the latch is open. */
    public static CentreReply acceptAfter(CountDownLatch held) {
        return new CentreReply(Manner.ANSWER, SMPPConstant.STAT_ESME_ROK, held, null, null);
    }

    /** @param status command_status, e.g. {@code SMPPConstant.STAT_ESME_RTHROTTLED} */
    public static CentreReply refuse(int status) {
        return new CentreReply(Manner.REFUSE, status, null, null, null);
    }

    /** Takes it and says nothing. */
    public static CentreReply silence() {
        return new CentreReply(Manner.SILENCE, SMPPConstant.STAT_ESME_ROK, null, null, null);
    }

    /** Takes it and hangs up. */
    public static CentreReply drop() {
        return new CentreReply(Manner.DROP, SMPPConstant.STAT_ESME_ROK, null, null, null);
    }

    /** The same, with a receipt afterwards. */
    public CentreReply thenReporting(MessageState state) {
        return new CentreReply(manner, status, held, early, state);
    }

    /** The same, with a receipt that is there before the answer. */
    public CentreReply reportingFirst(MessageState state) {
        return new CentreReply(manner, status, held, state, receipt);
    }

    void await(CountDownLatch closed) {
        CountDownLatch latch = manner == Manner.SILENCE ? closed : held;
        try {
            while (latch != null && closed.getCount() > 0 && !latch.await(100, TimeUnit.MILLISECONDS)) {
                // Looks again whether the centre is closed meanwhile.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
