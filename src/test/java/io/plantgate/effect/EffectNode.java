package io.plantgate.effect;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A gateway's effects without the gateway, for tests of other packages. What an event says is its bytes as text. */
public final class EffectNode implements AutoCloseable {

    private final HikariDataSource pool;
    private final Effects effects;

    private EffectNode(HikariDataSource pool, Effects effects) {
        this.pool = pool;
        this.effects = effects;
    }

    /** @param kinds folder of the files {@code KIND.effect.yaml} */
    public static EffectNode open(String databaseUrl, Path kinds, String name) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(databaseUrl);
        HikariDataSource pool = EffectPool.open(config, EffectSettings.defaults(), name);
        Effects effects = Effects.open(
                pool,
                KindFiles.load(kinds),
                EffectFixture.BYTES_AS_TEXT,
                EffectSettings.defaults(),
                new Effects.Site(name, JsonNodeFactory.instance.objectNode()),
                new SimpleMeterRegistry());
        return new EffectNode(pool, effects);
    }

    public Effects effects() {
        return effects;
    }

    public DataSource dataSource() {
        return pool;
    }

    @Override
    public void close() {
        effects.close();
        pool.close();
    }
}
