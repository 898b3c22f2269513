package io.plantgate.report;

import io.plantgate.intake.Profile;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A database of its own into which acceptance files are imported the way the command does it. */
final class AcceptanceRun implements AutoCloseable {

    static final Path CASES = Path.of("src/test/resources/acceptance/cases.jsonl");
    static final Path EXPECTED = Path.of("src/test/resources/acceptance/expected.csv");

    private final TestDatabase database = TestDatabase.fresh();
    private final AcceptanceStore store;

    AcceptanceRun() throws Exception {
        this(ProfileFiles.acceptance());
    }

    AcceptanceRun(Profile profile) throws Exception {
        store = AcceptanceStore.open(database.url(), null, null, profile);
    }

    /** The file that every gateway is accepted by. */
    AcceptanceReport importCases() throws Exception {
        return store.acceptance().report(AcceptanceInput.read(CASES, Optional.of(EXPECTED)));
    }

    AcceptanceReport importLines(Path directory, String... lines) throws Exception {
        Path file = Files.writeString(directory.resolve("lines.jsonl"), String.join("\n", lines));
        return store.acceptance().report(AcceptanceInput.read(file, Optional.empty()));
    }

    JdbcClient sql() {
        return JdbcClient.create(database.dataSource());
    }

    @Override
    public void close() {
        store.close();
        database.close();
    }
}
