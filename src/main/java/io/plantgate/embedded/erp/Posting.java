package io.plantgate.embedded.erp;

import java.util.concurrent.atomic.AtomicBoolean;

/** One booking: its document number, the key that it came under, and what was booked. */
public final class Posting {

    private final String documentNumber;
    private final String key;
    private final String body;
    private final AtomicBoolean answered = new AtomicBoolean();

    Posting(String documentNumber, String key, String body) {
        this.documentNumber = documentNumber;
        this.key = key;
        this.body = body;
    }

    public String documentNumber() {
        return documentNumber;
    }

    public String key() {
        return key;
    }

    public String body() {
        return body;
    }

    /** True for the request that booked it, false for every repeat. */
    boolean claimFirstAnswer() {
        return answered.compareAndSet(false, true);
    }

    @Override
    public String toString() {
        return documentNumber + " under " + key;
    }
}
