package io.plantgate.embedded.sms;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jsmpp.bean.MessageState;

/** What the centre has: messages it took and what became of them, the newest so many. */
final class CentreStore {

    private final int messagesMax;
    private final Deque<CentreMessage> taken = new ArrayDeque<>();
    private final Map<String, MessageState> states = new HashMap<>();
    // A centre that begins anew gives no id a second time: a thousand messages a second until then.
    private long nextId = TimeUnit.SECONDS.toMillis(Instant.now().getEpochSecond());

    CentreStore(int messagesMax) {
        this.messagesMax = messagesMax;
    }

    synchronized String newId() {
        nextId++;
        return Long.toString(nextId);
    }

    synchronized void keep(CentreMessage message) {
        taken.addLast(message);
        states.put(message.messageId(), MessageState.ENROUTE);
        if (taken.size() > messagesMax) {
            states.remove(taken.removeFirst().messageId());
        }
    }

    synchronized List<CentreMessage> taken() {
        return new ArrayList<>(taken);
    }

    /** Null if it does not know the id. */
    synchronized MessageState state(String messageId) {
        return states.get(messageId);
    }

    synchronized void became(String messageId, MessageState state) {
        states.replace(messageId, state);
    }
}
