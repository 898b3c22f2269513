package io.plantgate.operation;

import static io.plantgate.operation.OperationFixture.request;
import static io.plantgate.operation.OperationFixture.shift;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.operation.OperationPeople.Signed;
import io.plantgate.operation.ScriptedDevice.Turn;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A file that is taken away takes the permission away, and leaves nobody in the dark. */
class GoneEquipmentTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final OperationFixture site = new OperationFixture();

    @AfterEach
    void close() throws Exception {
        site.close();
    }

    @Test
    void nothingNewIsAskedOrSentAndWhatIsUnknownIsStillFoundOut() {
        Operations node = site.node("node-1");
        site.device.will(Turn.LOSE_REQUEST);
        node.ask(request("OP7", "once"));
        node.ask(request("OP8", "start"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.history("OP7")).contains("unknown"));

        site.gone.add("conveyor");
        node.people().authorise(shift("OP8"), new Signed("anna", "guard closed"));
        node.reports().report("conveyor", "shift/OP7", new DeviceWord.Done(null, "done after all"));

        assertThat(node.ask(request("OP9", "stop")))
                .isInstanceOfSatisfying(Asked.Invalid.class, invalid -> assertThat(invalid.fault())
                        .isEqualTo(Asked.Fault.UNKNOWN_TARGET));
        assertThat(node.equipment()).isEmpty();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(site.state("OP8")).isEqualTo("refused"));
        assertThat(site.rows.one("select code from operation where operation_id = 'OP8'"))
                .isEqualTo("EQUIPMENT_CHANGED");
        assertThat(site.state("OP7")).isEqualTo("succeeded");
        assertThat(node.ask(request("OP7", "once"))).isInstanceOf(Asked.Known.class);
        assertThat(site.device.written).isEmpty();
    }
}
