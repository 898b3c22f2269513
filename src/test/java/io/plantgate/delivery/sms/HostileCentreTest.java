package io.plantgate.delivery.sms;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.delivery.sms.RawCentre.Act;
import io.plantgate.effect.Outcome;
import io.plantgate.embedded.sms.EmbeddedSmsCentre;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.SocketFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A centre, or whatever else answers on its port, that writes what no centre may write. */
class HostileCentreTest {

    private static final int DELIVER = 0x05;
    private static final int QUERIED = 0x80000003;
    private static final int SUBMITTED = 0x80000004;
    private static final int BOUND = 0x80000009;
    private static final int FIRST_REFERENCE = new Unanswered().reference(41, 1);

    static Stream<Arguments> insteadOfAnAnswer() {
        return Stream.of(
                written("a PDU of two gigabytes", (line, number) -> line.raw(0x7FFFFFFF, SUBMITTED, 0, number)),
                written(
                        "a PDU of two hundred megabytes",
                        (line, number) -> line.raw(200_000_000, SUBMITTED, 0, number)),
                written("a PDU of negative length", (line, number) -> line.raw(-1, SUBMITTED, 0, number)),
                written("a PDU shorter than its header", (line, number) -> line.raw(4, SUBMITTED, 0, number)),
                written("a query's answer", (line, number) -> line.pdu(QUERIED, 0, number, text("M1"))),
                written("a bind's answer", (line, number) -> line.pdu(BOUND, 0, number, text("M1"))),
                written("an id without an end", (line, number) -> line.pdu(SUBMITTED, 0, number, new byte[] {65, 66})),
                written("noise", (line, number) -> line.bytes(noise())),
                written("a receipt of noise", (line, number) -> line.pdu(DELIVER, 0, 77, noise())),
                written("nothing, and hangs up", (line, number) -> line.close()));
    }

    static Stream<Arguments> beforeItsAnswer() {
        return Stream.of(
                Arguments.of(
                        "a command that there is not", 0, (Act) (line, number) -> line.pdu(0x1234, 0, 78, noise())),
                Arguments.of(
                        "an answer to nothing", 0, (Act) (line, number) -> line.pdu(SUBMITTED, 0, 4_711, text("M0"))),
                Arguments.of("a receipt that names no number", 1, (Act)
                        (line, number) -> line.pdu(DELIVER, 0, 79, receipt(1))),
                Arguments.of("a thousand receipts at once", 1_000, (Act) HostileCentreTest::flood));
    }

    private static Arguments written(String what, Act act) {
        return Arguments.of(what, act);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("insteadOfAnAnswer")
    void theSubmitIsInDoubtAndTheNextOneGoesOut(String what, Act act) throws IOException {
        try (RawCentre centre = new RawCentre();
                SmsNode node = node(centre, Duration.ofSeconds(2))) {
            node.awaitBound();
            centre.next(act);

            Outcome outcome = node.send("first");

            assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
            Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> node.send("next") instanceof Outcome.Accepted);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("beforeItsAnswer")
    void theAnswerIsHeardAllTheSame(String what, int receipts, Act act) throws IOException {
        try (RawCentre centre = new RawCentre();
                SmsNode node = node(centre, Duration.ofSeconds(60))) {
            node.awaitBound();
            centre.next((line, number) -> {
                act.on(line, number);
                line.pdu(SUBMITTED, 0, number, text("M1"));
            });

            assertThat(node.send("first")).isInstanceOf(Outcome.Accepted.class);
            Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> node.reports.heard.size() == receipts);
            assertThat(node.line.state().phase()).isEqualTo(LineState.Phase.BOUND);
        }
    }

    private static void flood(RawCentre.Line line, int number) throws IOException {
        for (int i = 1; i <= 1_000; i++) {
            line.pdu(DELIVER, 0, 1_000 + i, receipt(i));
        }
    }

    /** A deliver_sm (SMPP 3.4, 4.6.1) with a receipt in the customary text, and no address at all. */
    private static byte[] receipt(int number) throws IOException {
        byte[] said = "id:R%d stat:DELIVRD".formatted(number).getBytes(StandardCharsets.ISO_8859_1);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(new byte[] {0, 0, 0, 0, 0, 0, 0, 0x04, 0, 0, 0, 0, 0, 0, 0, 0, (byte) said.length});
        body.write(said);
        // user_message_reference of the submit that waits, whatever its number.
        body.write(new byte[] {0x02, 0x04, 0, 2, (byte) (FIRST_REFERENCE >> Byte.SIZE), (byte) FIRST_REFERENCE});
        return body.toByteArray();
    }

    @Test
    void anErrorOfTheMachineWhileConnectingIsNotTheLastTry() throws IOException {
        AtomicInteger tries = new AtomicInteger();
        SocketFactory failing = new FailingOnce(tries);
        try (RawCentre centre = new RawCentre();
                SmsNode node = new SmsNode("127.0.0.1", centre.port(), failing)) {
            node.awaitBound();

            assertThat(tries).hasValueGreaterThan(1);
        }
    }

    /** Plain sockets, but for the first. */
    private static final class FailingOnce extends SocketFactory {

        private final AtomicInteger tries;

        FailingOnce(AtomicInteger tries) {
            this.tries = tries;
        }

        @Override
        public Socket createSocket() {
            if (tries.incrementAndGet() == 1) {
                throw new OutOfMemoryError("as tested");
            }
            return new Socket();
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
            throw new UnsupportedOperationException();
        }
    }

    private static SmsNode node(RawCentre centre, Duration answerWithin) {
        return new SmsNode(centre.port(), EmbeddedSmsCentre.USER, answerWithin, SmsNode.terms(3, TooLong.REJECT));
    }

    private static byte[] text(String text) {
        return (text + "\0").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] noise() {
        byte[] noise = new byte[400];
        new Random(7).nextBytes(noise);
        return noise;
    }
}
