package io.plantgate.delivery.sms;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsmpp.DefaultPDUSender;
import org.jsmpp.GenericNackResponseException;
import org.jsmpp.InvalidResponseException;
import org.jsmpp.PDUException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.SynchronizedPDUSender;
import org.jsmpp.bean.Command;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.RawDataCoding;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.SMSCDeliveryReceipt;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.PendingResponse;
import org.jsmpp.extra.ResponseTimeoutException;
import org.jsmpp.extra.SessionState;
import org.jsmpp.session.EnquireLinkCommandTask;
import org.jsmpp.session.SMPPSession;
import org.jsmpp.session.SendCommandTask;
import org.jsmpp.session.SubmitSmCommandTask;
import org.jsmpp.session.connection.ConnectionFactory;
import org.jsmpp.util.DefaultComposer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * jsmpp's session, and what it does not tell: whether a byte of a submit had left when it failed, the answer that came after
 * its time, and at once that the connection under a waiting submit is gone.
 */
final class WatchedSession extends SMPPSession {

    private static final Logger LOG = LoggerFactory.getLogger(WatchedSession.class);

    private static final int SUBMISSIONS_MAX = 2_000;
    // What finds no room is turned away, answers to submits, too: a centre may bring the receipts of an outage at once.
    private static final int QUEUE_MAX = 10_000;

    private final BoundedPdus incoming;

    private final Map<Integer, Submission> submissions = Collections.synchronizedMap(new Newest());
    private final ThreadLocal<Attempt> current = new ThreadLocal<>();

    /** What the calling thread is about to send. */
    private static final class Attempt {
        private final Submission.LateAnswer late;
        private boolean leaving;

        private Attempt(Submission.LateAnswer late) {
            this.late = late;
        }
    }

    // Answers that never come must not fill the memory.
    private static final class Newest extends LinkedHashMap<Integer, Submission> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Submission> eldest) {
            return size() > SUBMISSIONS_MAX && eldest.getValue().isGivenUp();
        }
    }

    WatchedSession(ConnectionFactory connections) {
        this(connections, new BoundedPdus());
    }

    private WatchedSession(ConnectionFactory connections, BoundedPdus incoming) {
        super(new SynchronizedPDUSender(new DefaultPDUSender(new DefaultComposer())), incoming, connections);
        this.incoming = incoming;
        setQueueCapacity(QUEUE_MAX);
        addSessionStateListener((state, before, source) -> {
            if (state == SessionState.CLOSED) {
                giveUpWaiting();
            }
        });
    }

    private void giveUpWaiting() {
        List<Submission> waiting;
        synchronized (submissions) {
            waiting = List.copyOf(submissions.values());
            submissions.clear();
        }
        waiting.forEach(one -> one.doneWithInvalidResponse(new InvalidResponseException("the connection was lost")));
    }

    /** Sends one message and waits for its answer, as long as the transaction timer says. */
    SubmitAnswer submit(ShortMessage message, Submission.LateAnswer late) {
        Attempt attempt = new Attempt(late);
        current.set(attempt);
        try {
            return new SubmitAnswer.Taken(send(message));
        } catch (NegativeResponseException e) {
            return new SubmitAnswer.Refused(e.getCommandStatus());
        } catch (PDUException e) {
            return new SubmitAnswer.Impossible(e.getMessage());
        } catch (GenericNackResponseException e) {
            return new SubmitAnswer.Refused(e.getCommandStatus());
        } catch (ResponseTimeoutException e) {
            closeIfNobodyReads();
            return new SubmitAnswer.InDoubt("no answer within " + getTransactionTimer() + " ms");
        } catch (InvalidResponseException | IOException e) {
            return attempt.leaving
                    ? new SubmitAnswer.InDoubt(e.getMessage() + " before the answer came")
                    : new SubmitAnswer.NotSent(e.getMessage());
        } finally {
            current.remove();
        }
    }

    // By then a test of the link would have been answered, or would have ended the session.
    private void closeIfNobodyReads() {
        if (incoming.silentMillis() > getEnquireLinkTimer() + 2 * getTransactionTimer()) {
            LOG.warn("Nothing has come from the SMS centre for {} ms: this line is given up.", incoming.silentMillis());
            close();
        }
    }

    private String send(ShortMessage message)
            throws PDUException, ResponseTimeoutException, InvalidResponseException, NegativeResponseException,
                    IOException {
        return submitShortMessage(
                        message.serviceType(),
                        message.source().type(),
                        message.source().plan(),
                        message.source().digits(),
                        message.destination().type(),
                        message.destination().plan(),
                        message.destination().digits(),
                        new ESMClass(message.esmClass()),
                        (byte) 0,
                        (byte) 0,
                        null,
                        message.validityPeriod(),
                        new RegisteredDelivery(
                                message.receipt() ? SMSCDeliveryReceipt.SUCCESS_FAILURE : SMSCDeliveryReceipt.DEFAULT),
                        (byte) 0,
                        new RawDataCoding(message.part().dataCoding()),
                        (byte) 0,
                        message.part().octets(),
                        parameters(message))
                .getMessageId();
    }

    private static OptionalParameter[] parameters(ShortMessage message) {
        return message.userReference() == null
                ? new OptionalParameter[0]
                : new OptionalParameter[] {new OptionalParameter.User_message_reference(message.userReference())};
    }

    @Override
    protected Command executeSendCommand(SendCommandTask task, long timeout)
            throws PDUException, ResponseTimeoutException, InvalidResponseException, NegativeResponseException,
                    IOException {
        // jsmpp treats a failed one with forbearance of its own.
        if (EnquireLinkCommandTask.COMMAND_NAME_ENQUIRE_LINK.equals(task.getCommandName())) {
            return super.executeSendCommand(task, timeout);
        }
        Attempt attempt = SubmitSmCommandTask.COMMAND_NAME_SUBMIT_SM.equals(task.getCommandName())
                ? current.get()
                : new Attempt((status, messageId) -> {});
        Submission submission = new Submission(timeout, attempt.late);
        int sequenceNumber = sequence().nextValue();
        submissions.put(sequenceNumber, submission);
        leave(task, sequenceNumber, attempt);
        Command answer = submission.await();
        if (answer.getCommandStatus() != SMPPConstant.STAT_ESME_ROK) {
            throw new NegativeResponseException(answer.getCommandStatus());
        }
        return answer;
    }

    private void leave(SendCommandTask task, int sequenceNumber, Attempt attempt) throws PDUException, IOException {
        try {
            if (getSessionState() == SessionState.CLOSED) {
                throw new IOException("the connection was lost");
            }
            attempt.leaving = true;
            task.executeTask(connection().getOutputStream(), sequenceNumber);
        } catch (PDUException e) {
            submissions.remove(sequenceNumber);
            throw e;
        } catch (IOException e) {
            submissions.remove(sequenceNumber);
            close();
            throw e;
        }
    }

    @Override
    protected PendingResponse<Command> removePendingResponse(int sequenceNumber) {
        Submission submission = submissions.remove(sequenceNumber);
        return submission != null ? submission : super.removePendingResponse(sequenceNumber);
    }
}
