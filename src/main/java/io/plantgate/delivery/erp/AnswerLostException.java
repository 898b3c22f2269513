package io.plantgate.delivery.erp;

import java.io.IOException;

/** A request was on its way, and no whole answer came: the target may have acted. */
final class AnswerLostException extends IOException {

    private static final long serialVersionUID = 1L;

    AnswerLostException(String message) {
        super(message);
    }
}
