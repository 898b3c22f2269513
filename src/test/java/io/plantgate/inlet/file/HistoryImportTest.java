package io.plantgate.inlet.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of history: their rows are events like any other, and nothing follows from them. */
class HistoryImportTest {

    private static final String TRIPS = """
            contract: transition
            format: csv
            identity:
              source: /entity
              transitionId: /seq
              bootId: /boot
            payload:
              fields: [state]
            effects:
              - { name: post, kind: erp-posting, on: canonical }
              - { name: tell, kind: sms-alarm, on: conflict }
            """;
    private static final String HEADER = "seq,entity,boot,state\r\n";

    @TempDir
    private Path directory;

    private FileGateway gateway;

    @BeforeEach
    void start() throws Exception {
        gateway = new FileGateway(directory)
                .with("trips", TRIPS)
                .with("history", TRIPS)
                .start("node-1", "trips");
        gateway.inbox("history", Map.of("complete", "rename", "effects", "none"));
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    @Test
    @Tag("E-62")
    void anInboxOfHistoryPlansNoEffects() throws Exception {
        gateway.drop("history", "old.csv", HEADER + "1,PUMP-1,B1,RUN\r\n2,PUMP-1,B1,RUN\r\n2,PUMP-1,B1,STOP\r\n");

        assertThat(gateway.ended(1)).containsExactly("DONE");
        assertThat(gateway.decisionsOf(1)).containsExactly("CANONICAL", "CANONICAL", "CONFLICT");
        assertThat(gateway.rows.count("outbox")).isZero();
        assertThat(gateway.rows.one("select distinct facts ->> 'plantgate-effects' from arrival"))
                .isEqualTo("none");
    }

    @Test
    void theInboxBesideItPlansThemAndNotForWhatHistoryHasSaid() throws Exception {
        gateway.drop("history", "old.csv", HEADER + "1,PUMP-1,B1,RUN\r\n");
        gateway.ended(1);

        gateway.drop("trips", "new.csv", HEADER + "1,PUMP-1,B1,RUN\r\n2,PUMP-1,B1,RUN\r\n");

        gateway.ended(2);
        assertThat(gateway.decisionsOf(2)).containsExactly("DUPLICATE", "CANONICAL");
        assertThat(gateway.rows.list("select kind from outbox")).containsExactly("erp-posting");
    }

    @Test
    void anUnknownWordIsRefusedAtTheStart() {
        assertThatThrownBy(() -> Opening.plansEffects("maybe")).hasMessageContaining("Use plan or none");
    }
}
