package io.plantgate.site;

import org.apache.camel.spring.boot.CamelSpringBootInitializationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Routes that Camel itself does not accept; it names file and line. */
final class CamelFailureAnalyzer extends AbstractFailureAnalyzer<CamelSpringBootInitializationException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CamelSpringBootInitializationException cause) {
        return new FailureAnalysis(
                "Camel does not start the site's routes:\n\n" + causes(cause),
                "Correct the route that is named; its YAML stands under plantgate.routes-directory.",
                cause);
    }

    // Camel wraps: the outer messages name the route, the inner one says what is wrong.
    private static String causes(Throwable outer) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = outer.getCause(); cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            if (text.indexOf(message) < 0) {
                text.append(message).append('\n');
            }
        }
        return text.toString().stripTrailing();
    }
}
