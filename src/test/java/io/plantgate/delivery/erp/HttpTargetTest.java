package io.plantgate.delivery.erp;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.effect.Outcome;
import io.plantgate.effect.Outcome.Accepted;
import io.plantgate.effect.Outcome.Delivered;
import io.plantgate.effect.Outcome.NotDone;
import io.plantgate.effect.Outcome.Rejected;
import io.plantgate.effect.Outcome.TargetStopped;
import io.plantgate.effect.Outcome.Unknown;
import io.plantgate.effect.Purpose;
import io.plantgate.embedded.erp.Posting;
import io.plantgate.embedded.erp.SimulatedErp;
import io.plantgate.embedded.erp.Turn;
import io.plantgate.embedded.erp.Turn.Ending;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The template http-target against a real HTTP server, over real sockets. */
class HttpTargetTest {

    private final SimulatedErp erp = SimulatedErp.start(0);
    private DeliveryLine line;

    @AfterEach
    void stop() {
        if (line != null) {
            line.close();
        }
        erp.close();
    }

    private DeliveryLine line() throws Exception {
        return start(DeliveryLine.to(erp));
    }

    private DeliveryLine start(DeliveryLine made) throws Exception {
        line = made.start();
        return line;
    }

    @Test
    void aPostingIsDeliveredWithItsDocumentNumberKept() throws Exception {
        Outcome outcome = line().send("k-1");

        Posting posting = booked("k-1");
        assertThat(outcome).isInstanceOfSatisfying(Delivered.class, delivered -> {
            assertThat(delivered.reference()).isEqualTo(posting.documentNumber());
            assertThat(delivered.answer().status()).isEqualTo("HTTP 201");
            assertThat(delivered.answer().text()).contains(posting.documentNumber());
        });
        assertThat(posting.body())
                .isEqualTo(DeliveryLine.posting("k-1").message().text());
    }

    @Test
    @Tag("I02")
    @Tag("E-57")
    @Tag("E-58")
    @Tag("E-63")
    void whatWasBookedBeforeTheConnectionClosedIsUnknownAndTheSameKeyBooksNothingMore() throws Exception {
        erp.next(Turn.booksThen(Ending.CLOSES));
        line();

        assertThat(line.send("N501")).isInstanceOf(Unknown.class);
        Outcome again = line.repeat("N501");

        assertThat(again).isEqualTo(new Delivered(booked("N501").documentNumber(), again.answer()));
        assertThat(erp.requests("N501")).isEqualTo(2);
    }

    @Test
    @Tag("E-59")
    void aTargetThatKnowsNoKeysBooksTheRepeatToo() throws Exception {
        erp.forgetKeys().next(Turn.booksThen(Ending.CLOSES));
        line();

        assertThat(line.send("k-2")).isInstanceOf(Unknown.class);
        assertThat(line.repeat("k-2")).isInstanceOf(Delivered.class);

        assertThat(erp.postings("k-2")).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = Ending.class,
            names = {"HANGS", "TRICKLES"})
    void whatDoesNotAnswerInTimeIsUnknownAndItsConnectionIsThrownAway(Ending ending) throws Exception {
        erp.next(Turn.only(ending));
        start(DeliveryLine.to(erp).with("deadlineMillis", "4000").with("concurrency", "1"));

        assertThat(line.send("k-3")).isInstanceOfSatisfying(Unknown.class, unknown -> assertThat(unknown.reason())
                .containsAnyOf("no whole answer within 4000 ms", "Read timed out"));
        assertThat(line.send("k-4")).isInstanceOf(Delivered.class);
    }

    @Test
    void aResetAfterSendingIsUnknownWhetherItBookedOrNot() throws Exception {
        erp.next(Turn.booksThen(Ending.RESETS), Turn.only(Ending.RESETS));
        line();

        assertThat(line.send("k-5")).isInstanceOf(Unknown.class);
        assertThat(line.send("k-6")).isInstanceOf(Unknown.class);

        assertThat(erp.postings("k-5")).hasSize(1);
        assertThat(erp.postings("k-6")).isEmpty();
        assertThat(erp.requests()).as("nothing was sent again by itself").isEqualTo(2);
    }

    @Test
    void anAnswerThatDoesNotEndIsReadToItsBoundAndProvesNothing() throws Exception {
        erp.next(Turn.only(Ending.GOES_ON));
        start(DeliveryLine.to(erp).with("answerBytesMax", "10000"));

        assertThat(line.send("k-7")).isInstanceOfSatisfying(Unknown.class, unknown -> {
            assertThat(unknown.reason()).contains("longer than is read");
            assertThat(unknown.answer().text()).hasSizeLessThan(5_000);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Endless: and on\r\n", "and on, "})
    void headersThatDoNotEndAreReadToTheirBoundAndHarmNobodyElse(String more) throws Exception {
        try (ServerSocket endless = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> answerHeadersWithoutEnd(endless, more));
            server.setDaemon(true);
            server.start();
            start(DeliveryLine.to("http://127.0.0.1:" + endless.getLocalPort() + "/postings"));

            assertThat(line.send("k-20")).isInstanceOf(Unknown.class);
            assertThat(line.send("k-21")).as("the channel goes on").isInstanceOf(Unknown.class);
        }
    }

    private static void answerHeadersWithoutEnd(ServerSocket listening, String more) {
        byte[] part = more.repeat(100).getBytes(StandardCharsets.US_ASCII);
        while (!listening.isClosed()) {
            try (Socket caller = listening.accept()) {
                OutputStream answer = caller.getOutputStream();
                answer.write("HTTP/1.1 200 OK\r\nX-First: ".getBytes(StandardCharsets.US_ASCII));
                while (true) {
                    answer.write(part);
                }
            } catch (IOException hungUp) {
                // As it should: nobody reads on.
            }
        }
    }

    @Test
    void aConnectionThatIsRefusedSentNothing() throws Exception {
        int port = freePort();

        assertThat(start(DeliveryLine.to("http://127.0.0.1:" + port + "/postings"))
                        .send("k-8"))
                .isInstanceOfSatisfying(NotDone.class, notDone -> {
                    assertThat(notDone.reason()).startsWith("NOT_SENT: ");
                    assertThat(notDone.counted()).isTrue();
                });
    }

    @Test
    void aHostThatNobodyKnowsWasSentNothing() throws Exception {
        assertThat(start(DeliveryLine.to("http://erp.invalid/postings")).send("k-9"))
                .isInstanceOf(NotDone.class);
    }

    @Test
    void aListenerThatTakesNoConnectionWasSentNothing() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // TLS to somebody who never says a word: the handshake does not come about.
            start(DeliveryLine.to("https://127.0.0.1:" + silent.getLocalPort() + "/postings")
                    .with("connectMillis", "300")
                    .with("deadlineMillis", "600"));

            assertThat(line.send("k-10")).isInstanceOf(NotDone.class);
        }
    }

    @Test
    @Tag("I03")
    void aLoginPageAnEmptyAnswerAndAnErrorInsideA200ProveNothing() throws Exception {
        erp.next(
                Turn.loginPage(),
                Turn.says(200, ""),
                Turn.says(200, "{\"error\":\"period closed\"}"),
                Turn.says(200, "{\"documentNumber\":\"\"}"),
                Turn.says(200, "{\"documentNumber\":null}"));
        line();

        List<Outcome> outcomes =
                IntStream.range(0, 5).mapToObj(i -> line.send("i03-" + i)).toList();

        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome)
                .isInstanceOfSatisfying(Unknown.class, unknown -> assertThat(unknown.reason())
                        .contains("HTTP_200", "/documentNumber")));
    }

    @Test
    void anErrorInsideA200IsARefusalWhereTheRouteSaysSo() throws Exception {
        erp.next(Turn.says(200, "{\"error\":\"period closed\"}"));
        start(DeliveryLine.to(erp).with("rejectedPointer", "/error"));

        assertThat(line.send("k-11")).isInstanceOf(Rejected.class);
    }

    @Test
    @Tag("I03")
    void acceptedIsNotDeliveredAndAStatusQuerySettlesIt() throws Exception {
        erp.next(Turn.acceptsFor(1));
        start(DeliveryLine.askingToo(erp).with("askSeconds", "7"));

        assertThat(line.send("a-1")).isInstanceOfSatisfying(Accepted.class, accepted -> assertThat(accepted.askAfter())
                .isEqualTo(Duration.ofSeconds(1)));
        assertThat(erp.postings("a-1")).isEmpty();
        assertThat(line.ask("a-1")).isInstanceOf(Accepted.class);
        assertThat(line.ask("a-1"))
                .isInstanceOfSatisfying(Delivered.class, delivered -> assertThat(delivered.reference())
                        .isEqualTo(booked("a-1").documentNumber()));
    }

    @Test
    void aQueryThatIsNotAnsweredSaysNothingOfTheEffect() throws Exception {
        start(DeliveryLine.askingToo(erp));

        assertThat(line.ask("a-2")).as("404").isInstanceOf(Unknown.class);
        erp.close();
        assertThat(line.ask("a-2")).as("refused").isInstanceOf(NotDone.class);
    }

    @Test
    void aTargetWithoutAQueryAddressCannotBeAsked() throws Exception {
        assertThat(line().ask("a-3")).isInstanceOfSatisfying(Unknown.class, unknown -> assertThat(unknown.reason())
                .startsWith("CANNOT_ASK"));
        assertThat(erp.requests()).isZero();
    }

    @Test
    void refusedCredentialsStopTheTargetAndARefusedContentIsRejected() throws Exception {
        erp.next(Turn.says(401, "{}"), Turn.says(403, "{}"), Turn.says(422, "{\"title\":\"no such material\"}"));
        line();

        assertThat(line.send("k-12")).isInstanceOf(TargetStopped.class);
        assertThat(line.send("k-13")).isInstanceOf(TargetStopped.class);
        assertThat(line.send("k-14")).isInstanceOfSatisfying(Rejected.class, rejected -> assertThat(
                        rejected.answer().text())
                .contains("no such material"));
    }

    @Test
    void theSameKeyWithOtherContentIsRefusedWithoutClaimingThatNothingWasBooked() throws Exception {
        line();
        line.send("k-15");

        Outcome other = line.deliver(DeliveryLine.effect("k-15", Purpose.SEND, true, "{\"amount\":2}"))
                .get(0);

        assertThat(other).isInstanceOfSatisfying(Rejected.class, rejected -> assertThat(rejected.reason())
                .contains("an earlier attempt may have been booked"));
        assertThat(erp.postings("k-15")).hasSize(1);
    }

    @Test
    @Tag("I07")
    void throttlingIsNotCountedAndItsWishIsKeptUpToABound() throws Exception {
        erp.next(
                Turn.says(429, "{}").with("Retry-After", "120"),
                Turn.says(503, "{}").with("Retry-After", "99999999"),
                Turn.says(429, "{}").with("Retry-After", "soon"),
                Turn.says(503, "{}"));
        line();

        assertThat(notDone("k-16"))
                .returns(Duration.ofSeconds(120), NotDone::retryAfter)
                .returns(false, NotDone::counted);
        assertThat(notDone("k-17"))
                .returns(Duration.ofSeconds(3600), NotDone::retryAfter)
                .returns(false, NotDone::counted);
        assertThat(notDone("k-18")).returns(null, NotDone::retryAfter).returns(false, NotDone::counted);
        assertThat(notDone("k-19")).returns(null, NotDone::retryAfter).returns(true, NotDone::counted);
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        erp.next(Turn.says(302, "").with("Location", erp.postingsUrl()));

        assertThat(line().send("k-20")).isInstanceOfSatisfying(Unknown.class, unknown -> assertThat(unknown.reason())
                .contains("not followed"));
        assertThat(erp.requests()).isEqualTo(1);
    }

    @Test
    void secretsOfTheTargetAreNotKept() throws Exception {
        erp.next(Turn.says(422, "{\"echo\":\"Basic ZXJwOm9wZW4tc2VzYW1l and open-sesame\",\"access_token\":\"abc\"}"));
        start(DeliveryLine.to("")
                .at(new TargetSettings.Target(erp.postingsUrl(), "", "", "", "erp", "open-sesame", "", "")));

        assertThat(line.send("k-21").answer().text()).doesNotContain("open-sesame", "ZXJw", "abc");
    }

    @Test
    void oneConnectionAfterAnotherServesManyEffectsAtATime() throws Exception {
        start(DeliveryLine.to(erp).with("concurrency", "4"));

        List<Outcome> outcomes = IntStream.range(0, 200)
                .parallel()
                .mapToObj(i -> line.send("many-" + i))
                .collect(Collectors.toList());

        assertThat(outcomes).hasOnlyElementsOfType(Delivered.class);
        assertThat(erp.postings()).hasSize(200);
    }

    @Test
    void aBatchMaxWithoutABatchIsRefusedAtTheStart() {
        line = DeliveryLine.to(erp).with("batchMax", "2");

        assertThatThrownBy(line::start).rootCause().hasMessageContaining("Set batch: odata, or batchMax: 1.");
    }

    private NotDone notDone(String key) {
        return assertThat(line.send(key))
                .asInstanceOf(InstanceOfAssertFactories.type(NotDone.class))
                .actual();
    }

    private Posting booked(String key) {
        return assertThat(erp.postings(key))
                .singleElement(as(InstanceOfAssertFactories.type(Posting.class)))
                .actual();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
