package io.plantgate.testing;

import io.plantgate.site.Plantgate;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The whole gateway with the demo site on a PostgreSQL of the test run, loopback and a free port. All tests that extend
 * this class share one gateway and one store: use sources of your own, and never count all rows.
 */
@SpringBootTest(classes = Plantgate.class, webEnvironment = WebEnvironment.RANDOM_PORT)
public abstract class GatewayTest {

    private static final TestDatabase DATABASE = TestDatabase.fresh();
    private static final Path DIRECTORY = Folders.untilExit("plantgate-test-");

    @Autowired
    protected TestRestTemplate http;

    @Autowired
    private DataSource dataSource;

    // Add no property in a subclass: it would start a second gateway.
    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry settings) {
        settings.add("spring.datasource.url", DATABASE::url);
        settings.add("plantgate.data-directory", DIRECTORY::toString);
        // Events that nobody asked for would make tests depend on chance.
        settings.add("plantgate.simulator.enabled", () -> "false");
        // The ERP is there, because the demo site's routes lead to it; it answers at once.
        settings.add("plantgate.simulator.erp.late-one-in", () -> "0");
        settings.add("plantgate.simulator.erp.lost-one-in", () -> "0");
    }

    /** The gateway's data directory ({@code plantgate.data-directory}): inboxes lie below it. */
    protected static Path dataDirectory() {
        return DIRECTORY;
    }

    /** SQL on the gateway's own store. */
    protected final JdbcClient sql() {
        return JdbcClient.create(dataSource);
    }

    /** The same door with the demo credential of that name. */
    protected final TestRestTemplate as(String name) {
        return http.withBasicAuth(name, "demo");
    }
}
