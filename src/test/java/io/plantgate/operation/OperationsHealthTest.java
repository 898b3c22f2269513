package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.testing.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;

/** What people are told to look at. */
class OperationsHealthTest {

    private final OperationFixture site = new OperationFixture();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @TempDir
    private Path folder;

    private Operations operations;

    @AfterEach
    void close() throws Exception {
        operations.close();
        site.close();
    }

    @Test
    @Tag("W-38")
    void aFullStoreAClosedDoorAndRefusedFilesAreWarnings() throws IOException {
        Path file = folder.resolve("conveyor.equipment.yaml");
        Files.writeString(file, OperationFixture.CONVEYOR);
        List<Driver> drivers = List.of(site.device);
        EquipmentFiles files = EquipmentFiles.load(folder, key -> null, drivers);
        operations = Operations.open(
                site.database.dataSource(), files, drivers, OperationFixture.settings(1), "node-1", meters);
        OperationsHealth indicator = new OperationsHealth(operations, files);
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);

        operations.ask(request("OP7", "start"));
        try (LogLines log = new LogLines()) {
            operations.ask(request("OP8", "start"));
            operations.ask(request("OP9", "start"));
            assertThat(log.with("1 operations are open"))
                    .as("at the first, and once")
                    .hasSize(1);
        }
        System.gc();
        assertThat(meters.get("plantgate.operations.full").gauge().value()).isOne();
        assertThat(meters.get("plantgate.operations.open.max").gauge().value()).isOne();
        operations.people().closeDoor(new Signed("anna", "the store was restored"));
        Files.writeString(file, "description: nothing else");
        files.reload();

        Health health = indicator.health();
        assertThat(health.getStatus().getCode()).isEqualTo("WARNING");
        assertThat(health.getDetails()).containsOnlyKeys("door", "equipment", "full");
        assertThat(meters.get("plantgate.operations.asked")
                        .tag("answer", "full")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(meters.get("plantgate.operations.open")
                        .tag("state", "AWAITING_AUTHORISATION")
                        .gauge()
                        .value())
                .isEqualTo(1);
    }
}
