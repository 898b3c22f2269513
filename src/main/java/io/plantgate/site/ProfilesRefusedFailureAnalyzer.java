package io.plantgate.site;

import io.plantgate.intake.ProfilesRefusedException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class ProfilesRefusedFailureAnalyzer extends AbstractFailureAnalyzer<ProfilesRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ProfilesRefusedException cause) {
        return new FailureAnalysis(
                "The site's profiles are refused:\n\n" + cause.getMessage(),
                "Correct what is named. The command 'lint' checks without starting anything.",
                cause);
    }
}
