package io.plantgate.site;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class RoutesRefusedFailureAnalyzer extends AbstractFailureAnalyzer<RoutesRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RoutesRefusedException cause) {
        return new FailureAnalysis(
                "The site's routes are refused:\n\n" + cause.getMessage(),
                "Correct what is named. The command 'lint' checks without starting anything.",
                cause);
    }
}
