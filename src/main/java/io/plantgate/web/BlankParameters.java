package io.plantgate.web;

import java.beans.PropertyEditorSupport;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;

/** Takes a parameter without a value ({@code kind=}) for one that was not given, as forms send them. */
@ControllerAdvice(basePackageClasses = BlankParameters.class)
class BlankParameters {

    @InitBinder
    void blankIsAbsent(WebDataBinder binder) {
        binder.registerCustomEditor(String.class, new BlankIsAbsent());
        binder.registerCustomEditor(Boolean.class, new TrueOrFalse());
    }

    // Spring takes yes, on and 1 as well, which no page says.
    private static final class TrueOrFalse extends PropertyEditorSupport {
        @Override
        public void setAsText(String text) {
            setValue(
                    switch (text == null ? "" : text.strip()) {
                        case "" -> null;
                        case "true" -> Boolean.TRUE;
                        case "false" -> Boolean.FALSE;
                        default -> throw new IllegalArgumentException("neither true nor false");
                    });
        }
    }

    private static final class BlankIsAbsent extends PropertyEditorSupport {
        @Override
        public void setAsText(String text) {
            setValue(text == null || text.isBlank() ? null : text);
        }
    }
}
