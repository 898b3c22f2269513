package io.plantgate.intake;

import io.plantgate.event.Reading.Undecodable;
import io.plantgate.event.Reason;
import io.plantgate.event.ReasonCode;

/** Unwinds from deep inside an item to where its reading is made; never leaves this package. */
final class Unreadable extends Exception {

    private static final long serialVersionUID = 1L;
    private final ReasonCode code;
    private final String field;

    Unreadable(ReasonCode code, String detail) {
        this(code, detail, null);
    }

    /** @param field the field's name, for programs; null where it is none in particular */
    Unreadable(ReasonCode code, String detail, String field) {
        super(detail, null, false, false);
        this.code = code;
        this.field = field;
    }

    /** The same, of that field. */
    Unreadable about(String name) {
        return new Unreadable(code, getMessage(), name);
    }

    ReasonCode code() {
        return code;
    }

    Undecodable reading(String profile) {
        return new Undecodable(new Reason(code, profile + ": " + getMessage(), field));
    }
}
