package io.plantgate.site;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class NotDurableFailureAnalyzer extends AbstractFailureAnalyzer<NotDurableException> {

    private static final String REMEDY = """
            Switch the setting on where it was set (postgresql.conf, ALTER SYSTEM, ALTER DATABASE or ALTER ROLE … RESET),
            reload PostgreSQL and start again. An acknowledged event must survive a power cut.""";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NotDurableException cause) {
        return new FailureAnalysis(cause.getMessage(), REMEDY, cause);
    }
}
