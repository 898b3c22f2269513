package io.plantgate.event;

import java.util.Objects;

/**
 * Why an arrival has no identity.
 *
 * @param code the kind, stored and counted
 * @param detail where it is, what it is and what to do, for people; at most {@value #DETAIL_CHARS_MAX} characters
 */
public record Reason(ReasonCode code, String detail) {

    public static final int DETAIL_CHARS_MAX = 500;

    public Reason {
        Objects.requireNonNull(code, "code");
        detail = VisibleText.of(Objects.requireNonNull(detail, "detail"), DETAIL_CHARS_MAX);
    }
}
