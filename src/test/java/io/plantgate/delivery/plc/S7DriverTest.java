package io.plantgate.delivery.plc;

import static io.plantgate.delivery.plc.Fixtures.json;
import static io.plantgate.delivery.plc.Fixtures.tag;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plantgate.operation.Deadline;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.NeverReachedException;
import io.plantgate.operation.Tag;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.plc4x.java.DefaultPlcDriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only what happens without a device: there was none, and no simulator of this protocol. */
class S7DriverTest {

    private final S7Driver driver = new S7Driver(new Addresses(List.of()));

    @Test
    void theDriverOfPlc4xIsThere() {
        assertThat(new DefaultPlcDriverManager().getProtocolCodes()).contains("s7");
    }

    @Test
    void aControllerThatAcceptsConnectionsAndSaysNothingWasNeverReachedWithinTheDeadline() throws IOException {
        try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Equipment press = press("127.0.0.1:" + mute.getLocalPort(), "%DB1.DBX0.0:BOOL");

            assertThatThrownBy(() -> driver.open(press, Deadline.in(Duration.ofSeconds(30))))
                    .isInstanceOf(NeverReachedException.class);
            await().atMost(Duration.ofSeconds(30)).until(() -> threadsOfPlc4x() == 0);
        }
    }

    // It makes a lost connection again every second, for ever, unless it is closed.
    private static long threadsOfPlc4x() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("plc4x-s7ha"))
                .count();
    }

    @Test
    void aTagWithoutATypeIsRefusedBeforeAnythingIsReached() {
        assertThatCode(() -> driver.check(press("127.0.0.1", "%DB1.DBX0.0:BOOL")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> driver.check(press("127.0.0.1", "DB1.0")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("%DB1.DBX0.0:BOOL");
    }

    @ParameterizedTest
    @CsvSource({
        "%DB1.DBW0:INT, %DB1:0:INT",
        "%DB1.DBW0:INT, %DB1.DBX1.7:BOOL",
        "%DB1.DBD0:REAL, %DB1.DBW2:INT",
        "%DB1.DBB0:BYTE[4], %DB1.DBB3:BYTE",
        "%DB1:0:STRING(10), %DB1.DBB11:BYTE",
        "%DB1:0:WSTRING(10), %DB1.DBB23:BYTE",
        "%DB1:0:STRING, %DB1.DBB255:BYTE",
        "%DB1.DBX0.6:BOOL[4], %DB1.DBX1.1:BOOL",
        "%M4.0:BOOL, %MW4:WORD",
    })
    void twoAddressesOfOneMemoryShareAPlace(String one, String other) {
        assertThat(S7Bits.of("one", one)).containsAnyElementsOf(places(other));
    }

    @ParameterizedTest
    @CsvSource({
        "%DB1.DBW0:INT, %DB1.DBW2:INT",
        "%DB1.DBW0:INT, %DB2.DBW0:INT",
        "%DB1.DBX0.0:BOOL, %DB1.DBX0.1:BOOL",
        "%DB1:0:STRING(10), %DB1.DBB12:BYTE",
        "%DB1:0:WSTRING(10), %DB1.DBB24:BYTE",
        "%DB1.DBX0.6:BOOL[4], %DB1.DBX1.2:BOOL",
        "%MW4:WORD, %QW4:WORD",
    })
    void twoAddressesBesideEachOtherShareNone(String one, String other) {
        assertThat(S7Bits.of("one", one)).isNotEmpty().doesNotContainAnyElementsOf(places(other));
    }

    private static List<String> places(String address) {
        return S7Bits.of("other", address).toList();
    }

    private static Equipment press(String host, String address) {
        Tag run = tag("run", "{'address': '" + address + "'}");
        return new Equipment(
                "press",
                "s7",
                json("{'host': '" + host + "'}"),
                Map.of("run", run),
                Optional.empty(),
                Map.of(),
                Duration.ofSeconds(2));
    }
}
