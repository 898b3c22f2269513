package io.plantgate.event;

import java.util.Objects;

/**
 * Why an arrival has no identity.
 *
 * @param code the kind, stored and counted
 * @param detail where it is, what it is and what to do, for people; at most {@value #DETAIL_CHARS_MAX} characters
 * @param field the field that it is about, by its documented name, for programs; null where it is none in particular
 */
public record Reason(ReasonCode code, String detail, String field) {

    public static final int DETAIL_CHARS_MAX = 500;

    private static final int FIELD_CHARS_MAX = 200;

    public Reason(ReasonCode code, String detail) {
        this(code, detail, null);
    }

    public Reason {
        Objects.requireNonNull(code, "code");
        detail = VisibleText.of(Objects.requireNonNull(detail, "detail"), DETAIL_CHARS_MAX);
        field = field == null ? null : VisibleText.of(field, FIELD_CHARS_MAX);
    }
}
