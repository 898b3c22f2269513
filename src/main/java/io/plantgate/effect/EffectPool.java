package io.plantgate.effect;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/** Connections for effects: every statement of theirs finds a few rows through an index, and is planned once. */
final class EffectPool {

    // Tables that were empty when they were last analysed, or never, would be read whole. Planning a claim over all
    // partitions anew takes longer than the claim itself.
    private static final String PLANS = " -c plan_cache_mode=force_generic_plan -c enable_seqscan=off"
            + " -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off";

    private EffectPool() {}

    /** @param config where to, and as whom; the rest is set here */
    static HikariDataSource open(HikariConfig config, EffectSettings settings, String node) {
        config.setPoolName("effects");
        config.setMaximumPoolSize(settings.connectionsMax());
        config.setMinimumIdle(1);
        config.addDataSourceProperty("ApplicationName", "plantgate-effects " + node);
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("prepareThreshold", "1");
        // A connection that hangs must not keep a lease from being renewed.
        config.addDataSourceProperty("socketTimeout", Integer.toString(settings.statementSecondsMax() + 10));
        config.addDataSourceProperty("options", "-c statement_timeout=" + settings.statementSecondsMax() + "s" + PLANS);
        return new HikariDataSource(config);
    }
}
