package io.plantgate.worklist;

import java.util.Objects;

/**
 * Who decides something, and why, in the person's own words.
 *
 * @param by the name of the signed-in user
 * @param reason not blank, at most {@value #REASON_CHARS_MAX} characters
 */
public record Signature(String by, String reason) {

    public static final int REASON_CHARS_MAX = 500;

    /**
     * @throws IllegalArgumentException if there is no reason, it is too long, or holds control characters
     */
    public Signature {
        Objects.requireNonNull(by, "by");
        if (reason == null || reason.isBlank()) {
            throw new IllegalArgumentException("reason: missing. Say why, the history keeps it.");
        }
        if (reason.length() > REASON_CHARS_MAX) {
            throw new IllegalArgumentException("reason: " + reason.length() + " characters, at most " + REASON_CHARS_MAX
                    + " are kept. Shorten it.");
        }
        if (reason.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n')) {
            throw new IllegalArgumentException("reason: holds a control character. Write plain text.");
        }
        reason = reason.strip();
    }
}
