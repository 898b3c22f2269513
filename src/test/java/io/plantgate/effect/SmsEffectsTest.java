package io.plantgate.effect;

import static io.plantgate.effect.EffectFixture.AT_ONCE;
import static io.plantgate.effect.EffectFixture.plan;
import static io.plantgate.embedded.sms.CentreReply.accept;
import static io.plantgate.embedded.sms.CentreReply.acceptAfter;
import static io.plantgate.embedded.sms.CentreReply.drop;
import static io.plantgate.embedded.sms.CentreReply.refuse;
import static io.plantgate.testing.Trip.trip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.delivery.sms.SmsSite;
import io.plantgate.embedded.sms.CentreMessage;
import io.plantgate.embedded.sms.EmbeddedSmsCentre;
import io.plantgate.event.Arrival;
import io.plantgate.ledger.EffectPlanning.Lane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.awaitility.core.ConditionFactory;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.MessageState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From the ledger's plan to the centre's receipt, over the template smpp-target, PostgreSQL and SMPP. */
class SmsEffectsTest {

    private static final String LONG_TEXT = "Pump 7 trips. ".repeat(30);
    private static final CountDownLatch OPEN = new CountDownLatch(0);
    private static final UnknownRule ONCE_AGAIN = new UnknownRule(UnknownRule.Then.REPEAT, 1);

    private final EffectFixture site = new EffectFixture();
    private final EmbeddedSmsCentre centre = EmbeddedSmsCentre.start(0);
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        end.countDown();
        camel.getShutdownStrategy().setTimeout(5);
        camel.stop();
        centre.close();
        site.close();
    }

    @Test
    void aMessageIsAcceptedFirstAndDeliveredByItsReceiptOnly() throws Exception {
        start();

        site.record(alarm("T91", "Pump 7 trips"));

        soon().untilAsserted(() -> assertThat(site.states()).containsExactly("accepted"));
        centre.report(centre.taken().get(0), MessageState.DELIVERED);
        soon().untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
        assertThat(attempts()).containsExactly("1 SEND f ACCEPTED ESME_ROK");
        assertThat(site.rows.one("select reference from outbox"))
                .isEqualTo(centre.taken().get(0).messageId());
    }

    @Test
    void aMessageThatNeverReachesItsPhoneIsNotDelivered() throws Exception {
        centre.usually(message -> accept().thenReporting(MessageState.UNDELIVERABLE));
        start();

        site.record(alarm("T91", "Pump 7 trips"));

        soon().untilAsserted(() -> assertThat(site.states()).containsExactly("rejected"));
        assertThat(site.rows.one("select reason from outbox")).contains("UNDELIVERABLE");
    }

    @Test
    void allPartsMustBeReportedAndAReceiptMayComeBeforeItsAnswer() throws Exception {
        centre.answerNext(accept().reportingFirst(MessageState.DELIVERED), accept(), accept());
        start();

        site.record(alarm("T91", LONG_TEXT));

        soon().untilAsserted(() -> assertThat(site.states()).containsExactly("accepted"));
        centre.report(centre.taken().get(2), MessageState.DELIVERED);
        soon().untilAsserted(() -> assertThat(site.rows.count("attempt_part where outcome = 'DELIVERED'"))
                .isEqualTo(2));
        assertThat(site.states()).containsExactly("accepted");
        centre.report(centre.taken().get(1), MessageState.DELIVERED);
        soon().untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
    }

    @Test
    @Tag("I04")
    void throttlingOnTheSecondPartIsNoFailureAndTheFirstPartIsSentOnce() throws Exception {
        centre.usually(message -> accept().thenReporting(MessageState.DELIVERED));
        centre.answerNext(accept().thenReporting(MessageState.DELIVERED), refuse(SMPPConstant.STAT_ESME_RTHROTTLED));
        start();

        site.record(alarm("T91", LONG_TEXT));

        soon().untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
        assertThat(attempts()).containsExactly("1 SEND f NOT_DONE ESME_RTHROTTLED", "2 SEND f ACCEPTED ESME_ROK");
        assertThat(site.rows.one("select failures, repeats from outbox")).isEqualTo("0 0");
        assertThat(centre.taken()).extracting(CentreMessage::partNo).containsExactly(1, 2, 3);
        assertThat(centre.taken().stream().map(CentreMessage::concatReference).distinct())
                .hasSize(1);
    }

    @Test
    @Tag("I04")
    @Tag("E-54")
    void anUnansweredMessageIsRepeatedOnceAndMarkedAndThenAPersonDecides() throws Exception {
        centre.answerNext(drop(), drop());
        start();

        site.record(alarm("T91", "Pump 7 trips"));

        soon().untilAsserted(() -> assertThat(site.rows.one("select state, repeats, due_at from outbox"))
                .isEqualTo("unknown 1 null"));
        assertThat(attempts()).containsExactly("1 SEND f UNKNOWN null", "2 SEND t UNKNOWN null");
        assertThat(centre.taken())
                .extracting(message -> message.glimpse().startsWith("(repeat) "))
                .containsExactly(false, true);
    }

    @Test
    @Tag("I04")
    void aReceiptSettlesWhatWasUnknown() throws Exception {
        centre.answerNext(drop(), drop());
        start();
        site.record(alarm("T91", "Pump 7 trips"));
        soon().untilAsserted(() -> assertThat(site.rows.one("select state, repeats, due_at from outbox"))
                .isEqualTo("unknown 1 null"));

        centre.report(centre.taken().get(1), MessageState.DELIVERED);

        soon().untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
    }

    @Test
    @Tag("E-82")
    @Tag("E-83")
    void theEventIsOnceTheMessageHasAKeyOfItsOwnAndMayStillBeOnThePhoneTwice() throws Exception {
        centre.answerNext(drop());
        centre.usually(message -> accept().thenReporting(MessageState.DELIVERED));
        start();

        site.record(alarm("T91", "Pump 7 trips"), alarm("T91", "Pump 7 trips"), alarm("T91", "Pump 7 trips"));

        soon().untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
        assertThat(site.rows.one("select count(*), count(distinct canonical_id) from arrival"))
                .isEqualTo("3 1");
        assertThat(site.rows.one(
                        "select o.idempotency_key like '%/' || i.canonical_id || '/%' and o.canonical_id = i.canonical_id"
                                + " from outbox o, identity i"))
                .isEqualTo("t");
        assertThat(attempts()).hasSize(2);
        assertThat(site.rows.one("select count(distinct idempotency_key) from effect_attempt"))
                .isEqualTo("1");
        assertThat(centre.taken()).hasSize(2);
    }

    @Test
    @Tag("I08")
    void aWorkerThatDiesBeforeItRecordsLeavesAMessageThatIsNotSentAgain() throws Exception {
        centre.usually(message -> accept().thenReporting(MessageState.DELIVERED));
        start(OPEN, end);

        site.record(alarm("T91", "Pump 7 trips"));

        soon().untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
        assertThat(centre.taken()).hasSize(1);
        assertThat(attempts().get(0)).isEqualTo("1 SEND f UNKNOWN null");
    }

    @Test
    @Tag("I08")
    void aWorkerThatDiesWhileTheCentreStillThinksIsFollowedByAMarkedRepeat() throws Exception {
        centre.usually(message -> accept().thenReporting(MessageState.DELIVERED));
        centre.answerNext(acceptAfter(end));
        start(OPEN, OPEN);

        site.record(alarm("T91", "Pump 7 trips"));

        soon().untilAsserted(() -> assertThat(site.states()).containsExactly("delivered"));
        assertThat(centre.taken())
                .extracting(message -> message.glimpse().startsWith("(repeat) "))
                .containsExactly(false, true);
        assertThat(attempts()).containsExactly("1 SEND f UNKNOWN null", "2 SEND t ACCEPTED ESME_ROK");
    }

    @Test
    @Tag("I08")
    void aWorkerThatDiesBeforeItSendsIsFollowedByARepeatAllTheSame() throws Exception {
        centre.usually(message -> accept().thenReporting(MessageState.DELIVERED));
        start(end, OPEN);

        site.record(alarm("T91", "Pump 7 trips"));

        soon().untilAsserted(() -> assertThat(attempts().get(0)).isEqualTo("1 SEND f UNKNOWN null"));
        soon().untilAsserted(() ->
                assertThat(site.rows.one("select repeats from outbox")).isEqualTo("1"));
        assertThat(centre.taken()).isEmpty();
    }

    @Test
    void aRefusedPasswordStopsTheChannelAndSpendsNoEffect() throws Exception {
        int refusal = SMPPConstant.STAT_ESME_RINVPASWD;
        centre.refuseBinds(refusal, refusal, refusal, refusal, refusal, refusal, refusal, refusal);
        start();

        site.record(alarm("T91", "Pump 7 trips"));

        soon().untilAsserted(() -> assertThat(site.rows.count("effect_channel_stop where resumed_at is null"))
                .isEqualTo(1));
        soon().untilAsserted(() ->
                assertThat(site.rows.one("select state, failures from outbox")).isEqualTo("pending 0"));
        assertThat(site.rows.one("select reason from effect_channel_stop")).contains("ESME_RINVPASWD");
    }

    private Arrival alarm(String transition, String says) {
        return trip(transition).saying(says).wanting(plan("sms-alarm")).arrival();
    }

    /**
     * Those that met the centre. One that finds the line not up yet is an attempt too, certainly not done; it uses up no
     * repeat, and how many there are depends on the machine.
     */
    private List<String> attempts() {
        return site.rows.list("""
                select row_number() over (order by attempt_id), purpose, repeat, outcome, answer_status
                  from attempt
                 where outcome is distinct from 'NOT_DONE' or answer_status is not null
                 order by attempt_id""");
    }

    private void kind() {
        site.add(new Kind(
                "sms-alarm",
                "sms",
                MessageTemplate.compile(
                        "sms-alarm",
                        "(if (.effect.repeat) \"(repeat) \" else \"\") + .event.payload.says",
                        MessageTemplate.Form.TEXT),
                ONCE_AGAIN,
                AT_ONCE,
                null,
                Lane.NONE,
                null,
                "kind sms-alarm"));
    }

    private void bind() throws Exception {
        kind();
        camel.getRegistry().bind("effects", site.effects);
        camel.getRegistry()
                .bind(
                        "smsDelivery",
                        SmsSite.at(centre, EffectParts.in(site.database.dataSource()), site.effects.reports()));
    }

    /** The template as it stands in routes/. */
    private void start() throws Exception {
        bind();
        for (String file : List.of("policies/effect", "templates/smpp-target")) {
            PluginHelper.getRoutesLoader(camel)
                    .loadRoutes(PluginHelper.getResourceLoader(camel)
                            .resolveResource("file:" + Path.of("routes", file + ".camel.yaml")));
        }
        camel.start();
        TemplatedRouteBuilder.builder(camel, "smpp-target")
                .routeId("sms")
                .parameters(
                        new LinkedHashMap<>(Map.of("channel", "sms", "roster", "maintenance", "throttledSeconds", "1")))
                .add();
    }

    /** Workers whose leases run out after a second if they wait at one of these gates. */
    private void start(CountDownLatch beforeSending, CountDownLatch afterSending) throws Exception {
        bind();
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("effect:sms?leaseSeconds=1&attemptSecondsMax=1&pollMillis=20&stopSecondsMax=1")
                        .process(exchange -> beforeSending.await(300, TimeUnit.SECONDS))
                        .to("sms-centre:sms?roster=maintenance")
                        .process(exchange -> afterSending.await(300, TimeUnit.SECONDS));
            }
        });
        camel.start();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(90));
    }
}
