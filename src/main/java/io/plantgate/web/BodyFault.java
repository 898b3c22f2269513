package io.plantgate.web;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.plantgate.event.VisibleText;
import java.util.stream.Collectors;

/** Says what is wrong with a JSON body: where, and what is expected there. */
final class BodyFault {

    private static final int NAME_CHARS_MAX = 100;

    private BodyFault() {}

    /**
     * @param cause why the body could not be read, or null
     */
    static String detail(Throwable cause) {
        if (cause instanceof UnrecognizedPropertyException unknown) {
            return unknown(unknown);
        }
        if (isTooLarge(cause) || cause != null && isTooLarge(cause.getCause())) {
            return "The body, or something in it, is longer or deeper than what is read here.";
        }
        if (cause instanceof StrictJson.TextRefusedException refused) {
            return path(refused) + ": " + refused.getOriginalMessage();
        }
        if (cause instanceof MismatchedInputException mismatch
                && !mismatch.getPath().isEmpty()) {
            return path(mismatch) + ": " + Expected.of(mismatch.getTargetType());
        }
        if (cause instanceof JsonMappingException inside && !inside.getPath().isEmpty()) {
            return path(inside) + ": " + within(inside.getCause());
        }
        if (cause instanceof JacksonException malformed && !(cause instanceof JsonMappingException)) {
            return "The body is not well-formed JSON, or holds a name twice" + near(malformed.getLocation()) + ".";
        }
        return "The body is not the one JSON object that is expected here.";
    }

    private static boolean isTooLarge(Throwable cause) {
        return cause instanceof StreamConstraintsException;
    }

    private static String within(Throwable cause) {
        if (cause instanceof InputCoercionException number) {
            return Expected.of(number.getTargetType());
        }
        return cause instanceof JacksonException malformed
                ? "not well-formed JSON, or holds a name twice" + near(malformed.getLocation()) + "."
                : "not what is expected here.";
    }

    private static String unknown(UnrecognizedPropertyException unknown) {
        String known = unknown.getKnownPropertyIds().stream()
                .map(Object::toString)
                .sorted()
                .collect(Collectors.joining(", "));
        return path(unknown) + ": not known here, so nothing was done. Known are " + known + ".";
    }

    private static String path(JsonMappingException e) {
        String path = e.getPath().stream()
                .map(part -> part.getFieldName() == null ? "[" + part.getIndex() + "]" : part.getFieldName())
                .collect(Collectors.joining("."));
        return VisibleText.of(path, NAME_CHARS_MAX);
    }

    private static String near(JsonLocation at) {
        return at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    }
}
