package io.plantgate.delivery.sms;

import io.plantgate.effect.Answer;
import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jsmpp.InvalidResponseException;
import org.jsmpp.PDUException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.MessageState;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.ResponseTimeoutException;

/** Asks the centre what became of a message (query_sm, SMPP 3.4, 4.8); of one in several parts, the worst answer counts. */
final class SmsQuestion {

    private final CentreLine line;
    private final SmsTerms terms;

    SmsQuestion(CentreLine line, SmsTerms terms) {
        this.line = line;
        this.terms = terms;
    }

    Outcome ask(ClaimedEffect effect) {
        List<String> references = effect.references().stream().distinct().toList();
        if (references.isEmpty()) {
            return new Outcome.Unknown("NOTHING_TO_ASK: the centre never said what it calls the message", Answer.NONE);
        }
        if (references.contains(SubmitAnswer.NO_MESSAGE_ID)) {
            return new Outcome.Unknown("NOTHING_TO_ASK: the centre took it without a message id", Answer.NONE);
        }
        List<Outcome> answers = new ArrayList<>();
        for (String messageId : references) {
            Outcome answer = askOne(messageId);
            if (answer instanceof Outcome.NotDone || answer instanceof Outcome.Rejected) {
                return answer;
            }
            answers.add(answer);
        }
        return together(references, answers);
    }

    private Outcome together(List<String> references, List<Outcome> answers) {
        for (Outcome answer : answers) {
            if (answer instanceof Outcome.Unknown) {
                return answer;
            }
        }
        for (Outcome answer : answers) {
            if (answer instanceof Outcome.Accepted accepted) {
                return new Outcome.Accepted(references, accepted.askAfter(), accepted.answer());
            }
        }
        return answers.get(answers.size() - 1);
    }

    private Outcome askOne(String messageId) {
        try {
            MessageState state = line.session()
                    .queryShortMessage(
                            messageId,
                            terms.source().type(),
                            terms.source().plan(),
                            terms.source().digits())
                    .getMessageState();
            Outcome outcome =
                    DeliveryReport.outcome(messageId, state, new Answer(state.name(), "query_sm " + messageId));
            return outcome instanceof Outcome.Accepted waiting
                    ? new Outcome.Accepted(waiting.references(), terms.askAfter(), waiting.answer())
                    : outcome;
        } catch (NegativeResponseException e) {
            return refused(messageId, e.getCommandStatus());
        } catch (LineDownException
                | PDUException
                | ResponseTimeoutException
                | InvalidResponseException
                | IOException e) {
            return new Outcome.NotDone("NOT_ANSWERED: query_sm: " + e.getMessage(), null, false, Answer.NONE);
        }
    }

    private Outcome refused(String messageId, int status) {
        Answer answer = new Answer(CommandStatus.word(status), "query_sm " + messageId);
        if (status == SMPPConstant.STAT_ESME_RINVCMDID) {
            // This centre answers no questions; its receipts have to do.
            return new Outcome.Accepted(List.of(messageId), null, answer);
        }
        return switch (CommandStatus.proof(status)) {
            case BUSY -> new Outcome.NotDone("THROTTLED: query_sm", terms.throttledPause(), false, answer);
            default -> new Outcome.Unknown("NOT_FOUND: the centre cannot tell what became of " + messageId, answer);
        };
    }
}
