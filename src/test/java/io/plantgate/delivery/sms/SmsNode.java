package io.plantgate.delivery.sms;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.EffectPart;
import io.plantgate.effect.EffectParts;
import io.plantgate.effect.EffectReports;
import io.plantgate.effect.Message;
import io.plantgate.effect.Outcome;
import io.plantgate.effect.Purpose;
import io.plantgate.embedded.sms.EmbeddedSmsCentre;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import org.awaitility.Awaitility;

/** One gateway's line to a centre, without a gateway: what is sent goes over a real SMPP connection. */
final class SmsNode implements AutoCloseable {

    static final String CHANNEL = "sms";
    static final String NUMBER = "+4915550001";

    final Parts parts = new Parts();
    final Reports reports = new Reports();
    final CentreLine line;
    private final SmsSending sending;
    private final SmsQuestion question;
    private long attempts = 40;

    /** What the database would keep of parts. */
    static final class Parts implements EffectParts {
        final List<EffectPart> kept = new CopyOnWriteArrayList<>();

        @Override
        public List<EffectPart> taken(long effectId) {
            return List.copyOf(kept);
        }

        @Override
        public void took(ClaimedEffect effect, EffectPart part) {
            if (!kept.contains(part)) {
                kept.add(part);
            }
        }
    }

    record Reported(String channel, String reference, Outcome outcome) {}

    static final class Reports implements EffectReports {
        final List<Reported> heard = new CopyOnWriteArrayList<>();
        volatile RuntimeException refusal;

        @Override
        public void report(String channel, String reference, Outcome outcome) {
            if (refusal != null) {
                throw refusal;
            }
            heard.add(new Reported(channel, reference, outcome));
        }
    }

    SmsNode(int port) {
        this(port, EmbeddedSmsCentre.USER, Duration.ofSeconds(20), terms(3, TooLong.REJECT));
    }

    /** Over TLS, to the centre of that name. */
    SmsNode(String host, int port, SocketFactory sockets) {
        this(settings(host, port, EmbeddedSmsCentre.USER, Duration.ofSeconds(20), sockets), terms(3, TooLong.REJECT));
    }

    SmsNode(int port, String password, Duration answerWithin, SmsTerms terms) {
        this(settings("127.0.0.1", port, password, answerWithin, SocketFactory.getDefault()), terms);
    }

    private SmsNode(CentreSettings settings, SmsTerms terms) {
        Unanswered unanswered = new Unanswered();
        this.line = new CentreLine(CHANNEL, settings, new ReportDesk(CHANNEL, reports, parts, unanswered));
        this.sending = new SmsSending(
                line, terms, request -> new Recipient("on duty", SmsAddress.number(NUMBER)), parts, unanswered);
        this.question = new SmsQuestion(line, terms);
        line.start();
    }

    static SmsTerms terms(int segmentsMax, TooLong tooLong) {
        return new SmsTerms(
                SmsAddress.sender("Plantgate"),
                "",
                new SegmentLimit(ReferenceWidth.EIGHT_BITS, segmentsMax, tooLong),
                Duration.ofMinutes(10),
                true,
                false,
                true,
                Duration.ofMinutes(15),
                Duration.ofSeconds(10));
    }

    private static CentreSettings settings(
            String host, int port, String password, Duration answerWithin, SocketFactory sockets) {
        return new CentreSettings(
                host,
                port,
                EmbeddedSmsCentre.USER,
                password,
                "",
                sockets,
                answerWithin,
                answerWithin,
                Duration.ofMillis(500),
                Duration.ofMillis(20),
                Duration.ofMillis(200),
                2);
    }

    Outcome send(String text) {
        return sending.send(effect(Purpose.SEND, List.of(), new Message(bytes(text), "text/plain")));
    }

    Outcome sendJson(String json) {
        return sending.send(effect(Purpose.SEND, List.of(), new Message(bytes(json), "application/json")));
    }

    Outcome ask(String... references) {
        return question.ask(effect(Purpose.QUERY, List.of(references), Message.NONE));
    }

    void awaitBound() {
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> line.state().phase() == LineState.Phase.BOUND);
    }

    List<String> references() {
        return new ArrayList<>(parts.kept.stream().map(EffectPart::reference).toList());
    }

    private ClaimedEffect effect(Purpose purpose, List<String> references, Message message) {
        attempts++;
        return new ClaimedEffect(
                7,
                attempts,
                (int) attempts,
                false,
                purpose,
                "7/alarm",
                3,
                "sms-alarm",
                CHANNEL,
                references,
                message,
                MissingNode.getInstance(),
                Instant.now());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        line.close();
    }
}
