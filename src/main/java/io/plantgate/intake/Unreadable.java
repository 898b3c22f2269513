package io.plantgate.intake;

import io.plantgate.event.Reading.Undecodable;
import io.plantgate.event.ReasonCode;

/** Unwinds from deep inside an item to where its reading is made; never leaves this package. */
final class Unreadable extends Exception {

    private static final long serialVersionUID = 1L;
    private final ReasonCode code;

    Unreadable(ReasonCode code, String detail) {
        super(detail, null, false, false);
        this.code = code;
    }

    ReasonCode code() {
        return code;
    }

    Undecodable reading(String profile) {
        return Undecodable.because(code, profile + ": " + getMessage());
    }
}
