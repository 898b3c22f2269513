package io.plantgate.site;

import io.plantgate.operation.EquipmentRefusedException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class EquipmentRefusedFailureAnalyzer extends AbstractFailureAnalyzer<EquipmentRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, EquipmentRefusedException cause) {
        return new FailureAnalysis(
                "The site's equipment is refused:\n\n" + cause.getMessage(),
                "Correct what is named. The command 'lint' checks without starting anything.",
                cause);
    }
}
