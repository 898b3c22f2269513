package io.plantgate.delivery.plc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plantgate.embedded.plc.Manner;
import io.plantgate.embedded.plc.SimulatedDevice;
import io.plantgate.operation.Deadline;
import io.plantgate.operation.DeviceSilentException;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.DeviceWrite;
import io.plantgate.operation.Driver;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.NeverReachedException;
import io.plantgate.operation.Session;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every driver promises, against a real server of its protocol whose own log is the truth. The conveyor stands still
 * after {@link #stop}, and {@link #running} says so.
 */
abstract class DriverContract {

    /** Generous where an answer comes, so that a busy machine changes nothing. */
    private static final Duration PLENTY = Duration.ofSeconds(20);
    /** How long a test waits for an answer that never comes. */
    private static final Duration SHORT = Duration.ofMillis(700);

    private SimulatedDevice device;

    protected abstract SimulatedDevice start();

    protected abstract Driver driver(SimulatedDevice device);

    protected abstract Equipment equipment(String name, JsonNode connection, Duration callTime);

    protected abstract DeviceWrite stop(int number);

    protected abstract io.plantgate.operation.Tag running();

    /** A connection that leads to nothing. */
    protected abstract JsonNode nowhere();

    /** The strongest word that this device can say about a write. */
    protected abstract Class<? extends DeviceWord> best();

    @BeforeEach
    void startTheDevice() {
        device = start();
    }

    @AfterEach
    void stopTheDevice() {
        device.close();
    }

    protected final SimulatedDevice device() {
        return device;
    }

    /** A busy machine may take longer than a short call time to connect; nothing is written until it is there. */
    protected final Session open(Duration callTime) {
        Equipment named = equipment(device.name(), device.connection(), callTime);
        return eventually()
                .ignoreExceptionsMatching(NeverReachedException.class::isInstance)
                .until(() -> driver(device).open(named, Deadline.in(PLENTY)), session -> true);
    }

    /** A broker's answer to a connection that was given up kills a thread of Paho's, which nobody waits for. */
    protected static ConditionFactory eventually() {
        return await().dontCatchUncaughtExceptions().atMost(PLENTY);
    }

    protected final Session open() {
        return open(PLENTY);
    }

    protected static Deadline plenty() {
        return Deadline.in(PLENTY);
    }

    @Test
    void whatIsReadIsWhatTheDeviceHasNow() {
        try (Session session = open()) {
            assertThat(session.read(List.of(running()), plenty())
                            .get(running().name())
                            .booleanValue())
                    .isTrue();
            session.write(stop(1), plenty());
            assertThat(session.read(List.of(running()), plenty())
                            .get(running().name())
                            .booleanValue())
                    .isFalse();
        }
    }

    @Test
    void oneWriteIsOneChangeAndTheWordIsNoStrongerThanTheDevicesOwn() {
        try (Session session = open()) {
            assertThat(session.write(stop(1), plenty())).isInstanceOf(best());
        }
        assertThat(device.log().writes()).hasSize(1);
    }

    @Test
    void aRefusalIsARefusalAndNothingHasMoved() {
        device.next(Manner.REFUSES);
        try (Session session = open()) {
            assertThat(session.write(stop(1), plenty())).isInstanceOf(DeviceWord.Refused.class);
        }
        assertThat(device.log().writes()).isEmpty();
    }

    @Tag("W-01")
    @ParameterizedTest
    @EnumSource(
            value = Manner.class,
            names = {"LATE", "LOST", "MUTE", "PREVIOUS"})
    void whatWasDoneWithoutAnAnswerOfItsOwnIsUnclearAndWasDoneOnce(Manner manner) {
        device.lateMillis(SHORT.toMillis() * 4);
        device.next(manner);
        try (Session session = open(SHORT)) {
            assertThat(session.write(stop(1), plenty())).isInstanceOf(DeviceWord.Unclear.class);
        }
        eventually().untilAsserted(() -> assertThat(device.log().writes()).hasSize(1));
    }

    @ParameterizedTest
    @EnumSource(
            value = Manner.class,
            names = {"HANGS", "RESETS"})
    void whatWasNotDoneWithoutAnAnswerIsUnclearTooBecauseNobodyCanTell(Manner manner) {
        device.next(manner);
        try (Session session = open(SHORT)) {
            assertThat(session.write(stop(1), plenty())).isInstanceOf(DeviceWord.Unclear.class);
        }
        assertThat(device.log().writes()).isEmpty();
    }

    @Test
    void nothingMoreIsAskedOnAConnectionWhoseAnswerIsMissing() {
        device.next(Manner.MUTE);
        try (Session session = open(SHORT)) {
            session.write(stop(1), plenty());

            assertThat(session.write(stop(2), plenty())).isInstanceOf(DeviceWord.Unclear.class);
            assertThatThrownBy(() -> session.read(List.of(running()), plenty()))
                    .isInstanceOf(DeviceSilentException.class);
        }
        assertThat(device.log().writes()).hasSize(1);
    }

    @Tag("I06")
    @Test
    void aLateAnswerIsNotTakenForThatOfTheNextWrite() {
        device.lateMillis(SHORT.toMillis() * 2);
        device.next(Manner.LATE, Manner.HANGS);
        try (Session late = open(SHORT);
                Session next = open(Duration.ofMillis(SHORT.toMillis() * 4))) {
            assertThat(late.write(stop(1), plenty())).isInstanceOf(DeviceWord.Unclear.class);
            // The late answer arrives while this one waits in vain.
            assertThat(next.write(stop(2), plenty())).isInstanceOf(DeviceWord.Unclear.class);
        }
        assertThat(device.log().writes()).hasSize(1);
    }

    @Test
    void theNextAttemptOnAConnectionOfItsOwnGetsItsOwnAnswer() {
        device.next(Manner.MUTE);
        try (Session first = open(SHORT)) {
            first.write(stop(1), plenty());
        }
        try (Session second = open()) {
            assertThat(second.write(stop(2), plenty())).isInstanceOf(best());
        }
    }

    @Test
    void theDeadlineHoldsEvenIfACallMayTakeLonger() {
        device.next(Manner.HANGS);
        try (Session session = open(Duration.ofHours(1))) {
            assertThat(session.write(stop(1), Deadline.in(SHORT))).isInstanceOf(DeviceWord.Unclear.class);
        }
    }

    @Test
    void nothingIsSentAfterTheDeadline() {
        try (Session session = open()) {
            assertThat(session.write(stop(1), Deadline.in(Duration.ZERO))).isInstanceOf(DeviceWord.Unclear.class);
        }
        assertThat(device.log().writes()).isEmpty();
    }

    @Test
    void aDeviceThatIsNotThereWasNeverReached() {
        Equipment gone = equipment("gone", nowhere(), SHORT);

        assertThatThrownBy(() -> driver(device).open(gone, plenty())).isInstanceOf(NeverReachedException.class);
    }

    @Test
    void anEquipmentThatTheDriverCanSpeakToPassesItsCheckAndOneWithoutAnAddressDoesNot() {
        Driver driver = driver(device);
        JsonNode empty = device.connection().deepCopy();
        ((ObjectNode) empty).removeAll();

        assertThatCode(() -> driver.check(equipment(device.name(), device.connection(), PLENTY)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> driver.check(equipment(device.name(), empty, PLENTY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("connection.");
    }

    @Test
    void anOperationThatTheDeviceHasNeverHeardOfIsNothing() {
        try (Session session = open()) {
            assertThat(session.ask(stop(77), plenty())).isInstanceOf(DeviceWord.Nothing.class);
        }
    }

    @Test
    void closingTwiceAndAfterALossHarmsNobody() {
        Session session = open();
        device.close();

        assertThatCode(session::close).doesNotThrowAnyException();
        assertThatCode(session::close).doesNotThrowAnyException();
    }
}
