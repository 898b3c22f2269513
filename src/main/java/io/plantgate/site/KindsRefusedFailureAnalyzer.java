package io.plantgate.site;

import io.plantgate.effect.KindsRefusedException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class KindsRefusedFailureAnalyzer extends AbstractFailureAnalyzer<KindsRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, KindsRefusedException cause) {
        return new FailureAnalysis(
                "The site's kinds of effects are refused:\n\n" + cause.getMessage(),
                "Correct what is named. The command 'lint' checks without starting anything.",
                cause);
    }
}
