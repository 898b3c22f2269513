package io.plantgate.embedded;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class DataDirectoryInUseFailureAnalyzer extends AbstractFailureAnalyzer<DataDirectoryInUseException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, DataDirectoryInUseException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Stop it, or give this one a directory of its own (plantgate.data-directory, or"
                        + " plantgate.embedded.postgres-directory alone), or set spring.datasource.url to a server that"
                        + " both use.",
                cause);
    }
}
