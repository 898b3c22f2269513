package io.plantgate.delivery.sms;

import static io.plantgate.embedded.sms.CentreReply.accept;
import static io.plantgate.embedded.sms.CentreReply.acceptAfter;
import static io.plantgate.embedded.sms.CentreReply.drop;
import static io.plantgate.embedded.sms.CentreReply.refuse;
import static io.plantgate.embedded.sms.CentreReply.silence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plantgate.effect.EffectsUnreachableException;
import io.plantgate.effect.Outcome;
import io.plantgate.embedded.sms.CentreMessage;
import io.plantgate.embedded.sms.EmbeddedSmsCentre;
import io.plantgate.testing.TcpLink;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.MessageState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a submit turns out to be, over real SMPP connections. */
class SmppSendingTest {

    private static final String THREE_PARTS = "Pump 7 trips. ".repeat(30);

    private final EmbeddedSmsCentre centre = EmbeddedSmsCentre.start(0);
    private SmsNode node = new SmsNode(centre.port());

    @AfterEach
    void stop() {
        node.close();
        centre.close();
    }

    @Test
    void aTakenMessageIsAcceptedUnderTheCentresOwnNameAndNotDelivered() {
        Outcome outcome = node.send("Pump 7 trips");

        assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
        assertThat(((Outcome.Accepted) outcome).references())
                .containsExactly(centre.taken().get(0).messageId());
        CentreMessage taken = centre.taken().get(0);
        assertThat(taken.glimpse()).isEqualTo("Pump 7 trips");
        assertThat(taken.destination()).isEqualTo("4915550001");
        assertThat(taken.source()).isEqualTo("Plantgate");
        assertThat(taken.validity()).isEqualTo("000000001000000R");
        assertThat(taken.registeredDelivery()).isEqualTo((byte) 1);
    }

    @Test
    @Tag("I04")
    void allPartsOfALongMessageShareOneReference() {
        node.send(THREE_PARTS);

        assertThat(centre.taken()).extracting(CentreMessage::partNo).containsExactly(1, 2, 3);
        assertThat(centre.taken()).extracting(CentreMessage::concatReference).containsOnly(41);
    }

    @Test
    @Tag("I04")
    void aThrottledSecondPartIsNoFailureAndTheFirstIsNotSentAgain() {
        centre.answerNext(accept(), refuse(SMPPConstant.STAT_ESME_RTHROTTLED));

        Outcome first = node.send(THREE_PARTS);
        Outcome second = node.send(THREE_PARTS);

        assertThat(first).isInstanceOfSatisfying(Outcome.NotDone.class, not -> {
            assertThat(not.counted()).isFalse();
            assertThat(not.retryAfter()).isEqualTo(Duration.ofSeconds(10));
            assertThat(not.reason()).contains("ESME_RTHROTTLED").contains("part 2 of 3");
        });
        assertThat(second).isInstanceOfSatisfying(Outcome.Accepted.class, all -> assertThat(all.references())
                .hasSize(3)
                .doesNotHaveDuplicates());
        assertThat(centre.taken()).extracting(CentreMessage::partNo).containsExactly(1, 2, 3);
        assertThat(centre.taken()).extracting(CentreMessage::concatReference).containsOnly(41);
    }

    @Test
    void aMessageWhoseTextHasChangedStartsAgainUnderANewReference() {
        centre.answerNext(accept(), refuse(SMPPConstant.STAT_ESME_RTHROTTLED));

        node.send(THREE_PARTS);
        node.send("Again: " + THREE_PARTS);

        assertThat(centre.taken()).extracting(CentreMessage::partNo).containsExactly(1, 1, 2, 3);
        assertThat(centre.taken()).extracting(CentreMessage::concatReference).containsExactly(41, 42, 42, 42);
    }

    @Test
    @Tag("I08")
    void aMessageWhosePartsWereAllTakenBeforeACrashIsNotSentAgain() {
        node.send(THREE_PARTS);

        Outcome afterCrash = node.send("Repeated: " + THREE_PARTS);

        assertThat(afterCrash).isInstanceOfSatisfying(Outcome.Accepted.class, all -> assertThat(all.references())
                .isEqualTo(node.references()));
        assertThat(centre.taken()).hasSize(3);
    }

    @Test
    @Tag("I04")
    void anAnswerThatComesTooLateLeavesTheMessageUnknownAndIsKeptAllTheSame() {
        CountDownLatch held = new CountDownLatch(1);
        centre.answerNext(acceptAfter(held));
        impatient();

        Outcome outcome = node.send("Pump 7 trips");

        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(outcome.reason()).contains("no answer within");
        held.countDown();
        soon().untilAsserted(() -> assertThat(node.references())
                .containsExactly(centre.taken().get(0).messageId()));
    }

    @Test
    void silenceIsUnknownAndTheConnectionGoesOn() {
        centre.answerNext(silence());
        impatient();

        assertThat(node.send("Pump 7 trips")).isInstanceOf(Outcome.Unknown.class);
        assertThat(node.send("Pump 8 trips")).isInstanceOf(Outcome.Accepted.class);
        assertThat(centre.binds()).isEqualTo(2);
    }

    @Test
    void aConnectionThatEndsInsteadOfAnAnswerIsUnknownAtOnceAndIsMadeAgain() {
        centre.answerNext(drop());

        Outcome outcome = node.send("Pump 7 trips");

        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(outcome.reason()).contains("the connection was lost before the answer came");
        assertThat(centre.taken()).hasSize(1);
        node.awaitBound();
        assertThat(node.send("Pump 8 trips")).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void aReceiptTellsTheNameOfAMessageWhoseAnswerWasLost() {
        centre.answerNext(drop().thenReporting(MessageState.DELIVERED));

        assertThat(node.send("Pump 7 trips")).isInstanceOf(Outcome.Unknown.class);

        String messageId = centre.taken().get(0).messageId();
        soon().untilAsserted(() -> assertThat(node.reports.heard)
                .extracting(SmsNode.Reported::reference)
                .containsExactly(messageId));
        assertThat(node.references()).containsExactly(messageId);
        assertThat(node.reports.heard.get(0).outcome()).isInstanceOf(Outcome.Delivered.class);
    }

    @Test
    void whatTheCentreSaysItDoesNotHaveIsNotUnknown() {
        centre.answerNext(
                refuse(SMPPConstant.STAT_ESME_RINVDSTADR),
                refuse(SMPPConstant.STAT_ESME_RSYSERR),
                refuse(0x0400),
                refuse(SMPPConstant.STAT_ESME_RPROHIBITED));

        assertThat(node.send("1")).isInstanceOf(Outcome.Rejected.class);
        assertThat(node.send("2")).isInstanceOfSatisfying(Outcome.NotDone.class, not -> assertThat(not.counted())
                .isTrue());
        assertThat(node.send("3")).isInstanceOfSatisfying(Outcome.NotDone.class, not -> assertThat(not.reason())
                .contains("0x00000400"));
        assertThat(node.send("4")).isInstanceOf(Outcome.TargetStopped.class);
        assertThat(centre.taken()).isEmpty();
    }

    @Test
    @Tag("I05")
    void aTextOverTheBoundIsCountedBeforeAnythingIsSent() {
        Outcome outcome = node.send("a".repeat(460));

        assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
        assertThat(outcome.reason()).contains("takes 4 parts in GSM_7BIT, 3 are allowed");
        assertThat(centre.taken()).isEmpty();
    }

    @Test
    @Tag("I05")
    void aKindMayLetItsTextBeShortened() {
        Outcome outcome = node.sendJson("""
                {"text": "%s", "tooLong": "shorten", "segmentsMax": 1}""".formatted("a".repeat(460)));

        assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
        assertThat(centre.taken()).singleElement().satisfies(one -> assertThat(one.glimpse())
                .isEqualTo("a".repeat(157) + "..."));
    }

    @Test
    void aMessageThatIsNoSmsIsRefusedInWordsForItsAuthor() {
        assertThat(node.sendJson("{\"txet\": \"a\"}").reason()).contains("'text'");
        assertThat(node.send("  ").reason()).contains("the text is empty");
        assertThat(centre.taken()).isEmpty();
    }

    @Test
    void aCentreThatIsAwayProvesThatNothingWasSent() {
        centre.close();
        soon().until(() -> node.line.state().phase() == LineState.Phase.DOWN);

        Outcome outcome = node.send("Pump 7 trips");

        assertThat(outcome).isInstanceOfSatisfying(Outcome.NotDone.class, not -> assertThat(not.reason())
                .startsWith("NOT_CONNECTED"));
    }

    @Test
    void aWrongPasswordStopsTheTargetAndAsksTheCentreNoMoreByItself() {
        node.close();
        node = new SmsNode(centre.port(), "wrong", Duration.ofSeconds(20), SmsNode.terms(3, TooLong.REJECT));

        assertThat(node.send("Pump 7 trips"))
                .isInstanceOfSatisfying(Outcome.TargetStopped.class, stopped -> assertThat(stopped.reason())
                        .contains("ESME_RINVPASWD"));
        assertThat(node.line.state().phase()).isEqualTo(LineState.Phase.REFUSED);
    }

    @Test
    void aRefusedBindIsTriedAgainWhenSomebodySendsAgain() {
        node.awaitBound();
        node.close();
        centre.refuseBinds(SMPPConstant.STAT_ESME_RINVPASWD);
        node = new SmsNode(centre.port());
        soon().until(() -> node.line.state().phase() == LineState.Phase.REFUSED);

        soon().untilAsserted(() -> assertThat(node.send("Pump 7 trips")).isInstanceOf(Outcome.Accepted.class));
    }

    @Test
    void aBindThatFailsWithoutAReasonIsTriedAgainAndThenTakenForARefusal() {
        node.awaitBound();
        node.close();
        centre.refuseBinds(SMPPConstant.STAT_ESME_RBINDFAIL, SMPPConstant.STAT_ESME_RBINDFAIL);
        node = new SmsNode(centre.port());
        node.awaitBound();
        node.close();

        centre.refuseBinds(
                SMPPConstant.STAT_ESME_RBINDFAIL, SMPPConstant.STAT_ESME_RBINDFAIL, SMPPConstant.STAT_ESME_RBINDFAIL);
        node = new SmsNode(centre.port());
        soon().until(() -> node.line.state().phase() == LineState.Phase.REFUSED);
    }

    @Test
    void aLineThatIsDeadButNotClosedIsFoundByEnquireLinkAndMadeAgain() {
        node.close();
        try (TcpLink link = new TcpLink("smpp").leadTo(centre.port())) {
            node = new SmsNode(
                    link.port(), EmbeddedSmsCentre.USER, Duration.ofMillis(700), SmsNode.terms(3, TooLong.REJECT));
            node.awaitBound();
            int before = centre.binds();
            link.loseRequests();

            soon().until(() -> node.line.state().phase() != LineState.Phase.BOUND);
            link.cut();
            node.awaitBound();

            assertThat(centre.binds()).isGreaterThan(before);
            node.close();
        }
    }

    @Test
    void anIdleLineIsKeptWithEnquireLink() {
        node.awaitBound();

        soon().until(() -> centre.enquiries() > 2);

        assertThat(node.line.state().phase()).isEqualTo(LineState.Phase.BOUND);
    }

    @Test
    void aCentreThatTakesLeaveIsBoundAgain() {
        node.awaitBound();
        int before = centre.binds();

        centre.unbindAll();

        soon().until(() -> centre.binds() > before);
        node.awaitBound();
        assertThat(node.send("Pump 7 trips")).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void aReceiptMayComeBeforeTheAnswerLateAndTwice() {
        centre.answerNext(accept().reportingFirst(MessageState.DELIVERED));
        node.send("Pump 7 trips");
        CentreMessage message = centre.taken().get(0);

        centre.report(message, MessageState.DELIVERED);

        soon().untilAsserted(() -> assertThat(node.reports.heard)
                .extracting(SmsNode.Reported::reference)
                .containsExactly(message.messageId(), message.messageId()));
    }

    @Test
    void aReceiptSaysWhatBecameOfTheMessageAndNothingMore() {
        node.send("Pump 7 trips");
        CentreMessage message = centre.taken().get(0);

        for (MessageState state :
                List.of(MessageState.UNDELIVERABLE, MessageState.EXPIRED, MessageState.ENROUTE, MessageState.UNKNOWN)) {
            centre.report(message, state);
        }

        soon().untilAsserted(() -> assertThat(node.reports.heard)
                .extracting(report -> report.outcome().getClass().getSimpleName())
                .containsExactly("Rejected", "Rejected", "Accepted", "Unknown"));
    }

    @Test
    void aReceiptThatCannotBeKeptComesAgain() {
        node.send("Pump 7 trips");
        node.reports.refusal = new EffectsUnreachableException("away", null);

        centre.report(centre.taken().get(0), MessageState.DELIVERED);
        assertThat(node.reports.heard).isEmpty();
        node.reports.refusal = null;
        centre.hangUp();

        soon().untilAsserted(() -> assertThat(node.reports.heard).hasSize(1));
    }

    @Test
    void aQuestionSettlesWhatNoReceiptDid() {
        node.send(THREE_PARTS);
        String[] references = node.references().toArray(String[]::new);

        assertThat(node.ask(references))
                .isInstanceOfSatisfying(Outcome.Accepted.class, waiting -> assertThat(waiting.askAfter())
                        .isEqualTo(Duration.ofMinutes(15)));
        centre.taken().forEach(message -> centre.became(message, MessageState.DELIVERED));
        assertThat(node.ask(references)).isInstanceOf(Outcome.Delivered.class);
        centre.became(centre.taken().get(1), MessageState.UNDELIVERABLE);
        assertThat(node.ask(references)).isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void aMessageThatTheCentreDoesNotFindStaysUnknown() {
        assertThat(node.ask("9999999999")).isInstanceOf(Outcome.Unknown.class);
        assertThat(node.ask()).isInstanceOf(Outcome.Unknown.class);
    }

    private void impatient() {
        node.close();
        node = new SmsNode(
                centre.port(), EmbeddedSmsCentre.USER, Duration.ofSeconds(2), SmsNode.terms(3, TooLong.REJECT));
        node.awaitBound();
    }

    private static ConditionFactory soon() {
        return await().atMost(60, TimeUnit.SECONDS);
    }
}
