package io.plantgate.delivery.sms;

import io.plantgate.effect.Answer;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.EffectPart;
import io.plantgate.effect.EffectParts;
import io.plantgate.effect.EffectsUnreachableException;
import io.plantgate.effect.NeverSentException;
import io.plantgate.effect.Outcome;
import java.util.List;
import java.util.function.Function;
import org.jsmpp.SMPPConstant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one effect as a text message. Parts that an earlier attempt brought through are not sent again; the first part that is
 * not taken ends the attempt.
 */
final class SmsSending {

    private static final Logger LOG = LoggerFactory.getLogger(SmsSending.class);

    private final CentreLine line;
    private final SmsTerms terms;
    private final Function<SmsRequest, Recipient> recipients;
    private final EffectParts memory;
    private final Unanswered unanswered;

    /** @param recipients whom a request goes to, at this moment */
    SmsSending(
            CentreLine line,
            SmsTerms terms,
            Function<SmsRequest, Recipient> recipients,
            EffectParts memory,
            Unanswered unanswered) {
        this.line = line;
        this.terms = terms;
        this.recipients = recipients;
        this.memory = memory;
        this.unanswered = unanswered;
    }

    Outcome send(ClaimedEffect effect) {
        List<EffectPart> taken = taken(effect);
        Progress before = Progress.complete(taken);
        if (before != null) {
            before.parts().forEach(part -> keep(effect, part));
            return accepted(before, "all parts had been taken under an earlier attempt");
        }
        try {
            SmsRequest request = SmsRequest.of(effect.message());
            SmsText text = terms.limit().fitted(request);
            return sendParts(effect, text, progress(effect, request, text, taken));
        } catch (IllegalArgumentException e) {
            return new Outcome.Rejected("MESSAGE_REFUSED: " + e.getMessage(), Answer.NONE);
        }
    }

    private List<EffectPart> taken(ClaimedEffect effect) {
        try {
            return memory.taken(effect.effectId());
        } catch (EffectsUnreachableException e) {
            throw new NeverSentException("Whether an earlier attempt sent parts of it cannot be read now.", e);
        }
    }

    private Progress progress(ClaimedEffect effect, SmsRequest request, SmsText text, List<EffectPart> taken) {
        SendingKey earlier = SendingKey.continuing(taken, text);
        if (earlier != null) {
            Progress progress =
                    Progress.of(earlier, new Recipient("as before", SmsAddress.number(earlier.to())), taken);
            progress.parts().forEach(part -> keep(effect, part));
            return progress;
        }
        Recipient recipient = recipients.apply(request);
        int reference = terms.limit().width().within(effect.attemptId());
        SendingKey key = SendingKey.of(recipient.address().text(), reference, text);
        return Progress.of(key, recipient, List.of());
    }

    private Outcome sendParts(ClaimedEffect effect, SmsText text, Progress progress) {
        for (SmsPart part : text.parts(progress.key().reference())) {
            if (progress.lacks(part.partNo())) {
                Outcome end = sendPart(effect, part, progress);
                if (end != null) {
                    return end;
                }
            }
        }
        return accepted(
                progress, text.alphabet() + ", to " + progress.recipient().name());
    }

    /** Null if the centre has it and the next may follow. */
    private Outcome sendPart(ClaimedEffect effect, SmsPart part, Progress progress) {
        WatchedSession session;
        try {
            session = line.session();
        } catch (LineDownException e) {
            return e.isRefused()
                    ? new Outcome.TargetStopped(e.getMessage(), Answer.NONE)
                    : new Outcome.NotDone("NOT_CONNECTED: " + e.getMessage(), e.retryAfter(), true, Answer.NONE);
        }
        short userReference = unanswered.reference(effect.attemptId(), part.partNo());
        unanswered.add(userReference, new Unanswered.Submit(effect, progress.key(), part.partNo()));
        SubmitAnswer answer = session.submit(
                message(part, progress, userReference),
                (status, messageId) -> cameLate(effect, progress, part, status, messageId));
        if (answer instanceof SubmitAnswer.Taken yes) {
            unanswered.remove(userReference, progress.recipient().address().digits());
            progress.took(part.partNo(), yes.messageId());
            keep(effect, progress.key().part(part.partNo(), yes.messageId()));
            return null;
        }
        if (!(answer instanceof SubmitAnswer.InDoubt)) {
            unanswered.remove(userReference, progress.recipient().address().digits());
        }
        return notTaken(answer, where(part, progress));
    }

    private ShortMessage message(SmsPart part, Progress progress, short userReference) {
        return new ShortMessage(
                terms.serviceType(),
                terms.source(),
                progress.recipient().address(),
                part,
                terms.validity(),
                terms.receipts(),
                terms.userReferences() ? userReference : null);
    }

    private static String where(SmsPart part, Progress progress) {
        String number = progress.recipient().address().masked();
        return part.partsTotal() == 1
                ? "to " + number
                : "part %d of %d to %s (%d taken)"
                        .formatted(part.partNo(), part.partsTotal(), number, progress.takenCount());
    }

    private Outcome notTaken(SubmitAnswer answer, String where) {
        if (answer instanceof SubmitAnswer.Refused no) {
            return refused(no.status(), where);
        }
        if (answer instanceof SubmitAnswer.NotSent not) {
            return new Outcome.NotDone("NOT_SENT: " + where + ": " + not.reason(), null, true, Answer.NONE);
        }
        if (answer instanceof SubmitAnswer.Impossible bad) {
            return new Outcome.Rejected("MESSAGE_REFUSED: " + where + ": " + bad.reason(), Answer.NONE);
        }
        SubmitAnswer.InDoubt doubt = (SubmitAnswer.InDoubt) answer;
        return new Outcome.Unknown("NO_ANSWER: " + where + ": " + doubt.reason(), Answer.NONE);
    }

    private Outcome refused(int status, String where) {
        Answer answer = new Answer(CommandStatus.word(status), where);
        String said = CommandStatus.word(status) + ": " + where;
        return switch (CommandStatus.proof(status)) {
            case BUSY -> new Outcome.NotDone("THROTTLED: " + said, terms.throttledPause(), false, answer);
            case MESSAGE_REFUSED -> new Outcome.Rejected("REFUSED: " + said, answer);
            case CLIENT_REFUSED -> new Outcome.TargetStopped("CLIENT_REFUSED: " + said, answer);
            case NOT_TAKEN, TAKEN -> new Outcome.NotDone("NOT_TAKEN: " + said, null, true, answer);
        };
    }

    private Outcome accepted(Progress progress, String remark) {
        List<String> references = progress.references();
        String text = "%d of %d parts taken; %s"
                .formatted(references.size(), progress.key().partsTotal(), remark);
        Answer answer = Answer.of(CommandStatus.word(SMPPConstant.STAT_ESME_ROK), text);
        return terms.acceptedIsDelivered()
                ? new Outcome.Delivered(references.get(references.size() - 1), answer)
                : new Outcome.Accepted(references, terms.askAfter(), answer);
    }

    // The message is on its way all the same; only a crash right now would forget it.
    private void keep(ClaimedEffect effect, EffectPart part) {
        try {
            memory.took(effect, part);
        } catch (EffectsUnreachableException e) {
            LOG.warn(
                    "{}: {} is taken as {}, but that cannot be kept now",
                    effect.channel(),
                    where(part),
                    part.reference(),
                    e);
        }
    }

    private static String where(EffectPart part) {
        return "part %d of %d".formatted(part.partNo(), part.partsTotal());
    }

    private void cameLate(ClaimedEffect effect, Progress progress, SmsPart part, int status, String messageId) {
        LOG.info(
                "{}: attempt {} of effect {} is answered after its time: {}, message {}",
                effect.channel(),
                effect.attemptId(),
                effect.effectId(),
                CommandStatus.word(status),
                messageId);
        if (status == SMPPConstant.STAT_ESME_ROK) {
            String reference = new SubmitAnswer.Taken(messageId).messageId();
            keep(effect, progress.key().part(part.partNo(), reference));
        }
    }
}
