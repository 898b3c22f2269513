package io.plantgate.web.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class DemoPasswordsFailureAnalyzer extends AbstractFailureAnalyzer<DemoPasswordsException> {

    private static final String REMEDY = """
            Give plantgate.web.security.users and plantgate.web.security.devices passwords of your own in the site's
            configuration, or listen on 127.0.0.1 only.""";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, DemoPasswordsException cause) {
        return new FailureAnalysis(cause.getMessage(), REMEDY, cause);
    }
}
