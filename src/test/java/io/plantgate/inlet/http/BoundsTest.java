package io.plantgate.inlet.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.event.RawBytes;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.LedgerBusyException;
import io.plantgate.ledger.LedgerStoppedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** What holds at the edges of the inlet's bounds. */
class BoundsTest {

    private static final byte[] TEN = "0123456789".getBytes();

    private final Answers answers = new Answers(new ObjectMapper(), 7);
    private final Failures failures = new Failures(answers);

    @TempDir
    private Path directory;

    @Test
    void bytesUpToTheBoundAreKeptWholeAndOneMoreIsAPrefixWithTheHashOfAll() throws IOException {
        RawBytes whole = drained(new CapturedStream(new ByteArrayInputStream(TEN), 10, 100));
        RawBytes prefix = drained(new CapturedStream(new ByteArrayInputStream(TEN), 9, 100));

        assertThat(whole.truncated()).isFalse();
        assertThat(whole.kept()).isEqualTo(TEN);
        assertThat(prefix.truncated()).isTrue();
        assertThat(prefix.kept()).isEqualTo(Arrays.copyOf(TEN, 9));
        assertThat(prefix.length()).isEqualTo(10);
        assertThat(prefix.sha256()).isEqualTo(RawBytes.sha256(TEN));
    }

    @Test
    void nobodyReadsForEver() throws IOException {
        RawBytes cut = drained(new CapturedStream(new ByteArrayInputStream(new byte[1 << 20]), 10, 1000));

        RawBytes fits = drained(new CapturedStream(new ByteArrayInputStream(TEN), 10, 10));
        RawBytes goesOn = drained(new CapturedStream(new ByteArrayInputStream(TEN), 10, 9));

        assertThat(cut.length()).isEqualTo(1000);
        assertThat(cut.cut()).isTrue();
        assertThat(fits.cut()).isFalse();
        assertThat(fits.truncated()).isFalse();
        assertThat(goesOn.cut()).isTrue();
        assertThat(goesOn.truncated()).isTrue();
        assertThat(cut.truncated()).isTrue();
    }

    @Test
    void aStreamMayBeAsLongAsItsBoundAndNoLonger() throws IOException {
        assertThat(new WatchedInput(new ByteArrayInputStream(TEN), 10).readAllBytes())
                .isEqualTo(TEN);
        assertThatThrownBy(() -> new WatchedInput(new ByteArrayInputStream(TEN), 9).readAllBytes())
                .isInstanceOf(StreamTooLongException.class);
    }

    @Test
    void aBodyMayTakeItsTimeAndASingleItemNoLonger() throws IOException {
        long now = System.nanoTime();
        TimedInput late = new TimedInput(new ByteArrayInputStream(TEN), now - 1);

        assertThat(new TimedInput(new ByteArrayInputStream(TEN), now + TimeUnit.MINUTES.toNanos(1)).readAllBytes())
                .isEqualTo(TEN);
        assertThatThrownBy(late::readAllBytes).isInstanceOf(BodyTooSlowException.class);
        late.takeYourTime();
        assertThat(late.readAllBytes()).isEqualTo(TEN);
    }

    @Test
    void afterTheAnswerNobodyReadsTheRequestAnyMore() {
        WatchedInput input = new WatchedInput(new ByteArrayInputStream(TEN), 10);
        input.end();

        assertThatThrownBy(input::read).isInstanceOf(IOException.class);
    }

    @Test
    void aLedgerThatStandsStillFreesTheReaderButASlowClientDoesNot() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        try (StreamReaders readers = new StreamReaders(1)) {
            WatchedInput moving = new WatchedInput(new ByteArrayInputStream(TEN), 10);
            readers.executor().submit(() -> {
                try (StallWatch watch = readers.watch(moving, 100)) {
                    release.await();
                    return false;
                } catch (InterruptedException e) {
                    interrupted.set(true);
                    return true;
                }
            });
            await().atMost(10, TimeUnit.SECONDS).untilTrue(interrupted);
        } finally {
            release.countDown();
        }
    }

    @Test
    void whileTheClientIsAwaitedNothingStalls() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch byteComes = new CountDownLatch(1);
        WatchedInput input = new WatchedInput(
                new java.io.InputStream() {
                    @Override
                    public int read() throws IOException {
                        reading.countDown();
                        try {
                            byteComes.await();
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                        return 1;
                    }
                },
                10);
        Thread reader = new Thread(() -> {
            try {
                input.read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        reader.start();
        reading.await();

        assertThat(input.stalledNanos()).isZero();

        byteComes.countDown();
        reader.join(10_000);
    }

    @Test
    void anAnswerOverItsBoundEndsTheStream() throws IOException {
        ResultSpool spool =
                new ResultSpool(new ObjectMapper().findAndRegisterModules(), true, directory.toString(), 100);
        Object one = DecisionAnswer.of(new Decision.Canonical(4711, false, OptionalLong.empty()));
        List<Object> many = java.util.Collections.nCopies(2000, one);

        assertThatThrownBy(() -> spool.add(many)).hasCauseInstanceOf(StreamTooLongException.class);
        assertThat(spool.itemsDecided()).isPositive();
        spool.discard();
        try (var left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void theRateOfGarbageIsCountedByCredentialAndMinute() {
        Instant at = Instant.parse("2026-03-02T08:00:50Z");
        QuarantineRate rate = new QuarantineRate(Clock.fixed(at, ZoneOffset.UTC), 2, 100);

        rate.count("press-07");
        assertThat(rate.refusedForSeconds("press-07")).isEmpty();
        rate.count("press-07");

        assertThat(rate.refusedForSeconds("press-07")).hasValue(11);
        assertThat(rate.refusedForSeconds("pump-07")).isEmpty();
        assertThat(rate.refusedForSeconds(null)).isEmpty();
    }

    @Test
    void aFullQueueIsBusyAndAStoppedLedgerGivesNoAnswerBothToBeSentAgain() {
        assertThat(type(failures.answer(new LedgerBusyException())))
                .isEqualTo(ProblemType.BUSY.type().toString());
        assertThat(type(failures.answer(new LedgerStoppedException("stopping"))))
                .isEqualTo(ProblemType.NO_ANSWER.type().toString());
        assertThat(failures.answer(new LedgerBusyException()).getStatusCode().value())
                .isEqualTo(503);
        assertThat(failures.answer(new LedgerBusyException()).getHeaders().getFirst("Retry-After"))
                .isEqualTo("7");
    }

    @Test
    void aStreamThatStandsStillBecauseTheStoreIsFullSaysSoAndHowFarItCame() {
        InterruptedException givenUp = new InterruptedException();
        ResponseEntity<Object> full = new StreamFailures(answers, failures, () -> true).answer(givenUp, true, 3);
        ResponseEntity<Object> away = new StreamFailures(answers, failures, () -> false).answer(givenUp, true, 3);

        assertThat(type(full)).isEqualTo(ProblemType.STORE_FULL.type().toString());
        assertThat(full.getHeaders().getFirst("Retry-After")).isEqualTo("7");
        assertThat(((ProblemDetail) full.getBody()).getProperties()).containsEntry("itemsDecided", 3L);
        assertThat(type(away)).isEqualTo(ProblemType.NO_ANSWER.type().toString());
    }

    @Test
    void anUnforeseenFailureTellsNothingOfItself() {
        ResponseEntity<Object> answer = failures.answer(new IllegalStateException("password=secret"));

        assertThat(answer.getStatusCode().value()).isEqualTo(500);
        assertThat(answer.getBody().toString()).doesNotContain("secret");
    }

    @Test
    void everyProblemHasANameOfItsOwn() {
        assertThat(Arrays.stream(ProblemType.values()).map(ProblemType::type)).doesNotHaveDuplicates();
    }

    private static String type(ResponseEntity<Object> answer) {
        return ((ProblemDetail) answer.getBody()).getType().toString();
    }

    private static RawBytes drained(CapturedStream stream) throws IOException {
        stream.drain();
        return stream.captured();
    }
}
