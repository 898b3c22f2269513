package io.plantgate.embedded.sms;

import io.plantgate.embedded.sms.CentreReply.Manner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.BroadcastSm;
import org.jsmpp.bean.CancelBroadcastSm;
import org.jsmpp.bean.CancelSm;
import org.jsmpp.bean.DataSm;
import org.jsmpp.bean.EnquireLink;
import org.jsmpp.bean.MessageState;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.QueryBroadcastSm;
import org.jsmpp.bean.QuerySm;
import org.jsmpp.bean.ReplaceSm;
import org.jsmpp.bean.SubmitMulti;
import org.jsmpp.bean.SubmitSm;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.BroadcastSmResult;
import org.jsmpp.session.DataSmResult;
import org.jsmpp.session.QueryBroadcastSmResult;
import org.jsmpp.session.QuerySmResult;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.session.ServerMessageReceiverListener;
import org.jsmpp.session.Session;
import org.jsmpp.session.SubmitMultiResult;
import org.jsmpp.session.SubmitSmResult;
import org.jsmpp.util.MessageId;

/** Answers what clients ask: submit_sm and query_sm; the rest of the protocol is refused as unknown. */
final class CentreDesk implements ServerMessageReceiverListener {

    private final CentreStore store;
    private final CountDownLatch closed;
    private final Function<CentreMessage, CentreReply> script;
    private final Function<Session, String> systemIds;
    private final BiConsumer<CentreMessage, MessageState> receipts;
    private final Runnable enquiries;
    private final Map<String, Runnable> afterAnswer = new ConcurrentHashMap<>();

    /**
     * @param script what is done with each message
     * @param systemIds who is bound on a session
     * @param receipts sends one
     * @param enquiries is told of each enquire_link
     */
    CentreDesk(
            CentreStore store,
            CountDownLatch closed,
            Function<CentreMessage, CentreReply> script,
            Function<Session, String> systemIds,
            BiConsumer<CentreMessage, MessageState> receipts,
            Runnable enquiries) {
        this.store = store;
        this.closed = closed;
        this.script = script;
        this.systemIds = systemIds;
        this.receipts = receipts;
        this.enquiries = enquiries;
    }

    @Override
    public SubmitSmResult onAcceptSubmitSm(SubmitSm submit, SMPPServerSession source) throws ProcessRequestException {
        String messageId = store.newId();
        CentreMessage message = CentreMessage.of(messageId, systemIds.apply(source), submit);
        CentreReply reply = script.apply(message);
        if (reply.manner() == Manner.REFUSE) {
            throw new ProcessRequestException("refused as the script says", reply.status());
        }
        store.keep(message);
        if (reply.early() != null) {
            receipts.accept(message, reply.early());
        }
        reply.await(closed);
        if (reply.receipt() != null) {
            afterAnswer.put(messageId, () -> receipts.accept(message, reply.receipt()));
        }
        if (reply.manner() == Manner.DROP) {
            source.close();
            answered(messageId);
        }
        return new SubmitSmResult(id(messageId), new OptionalParameter[0]);
    }

    /** Its answer has gone out, or never will: now is the time for its receipt. */
    void answered(String messageId) {
        Runnable receipt = afterAnswer.remove(messageId);
        if (receipt != null) {
            receipt.run();
        }
    }

    private static MessageId id(String messageId) throws ProcessRequestException {
        try {
            return new MessageId(messageId);
        } catch (PDUStringException e) {
            throw new ProcessRequestException("no message id", SMPPConstant.STAT_ESME_RSYSERR, e);
        }
    }

    @Override
    public QuerySmResult onAcceptQuerySm(QuerySm query, SMPPServerSession source) throws ProcessRequestException {
        MessageState state = store.state(query.getMessageId());
        if (state == null) {
            throw new ProcessRequestException("no such message", SMPPConstant.STAT_ESME_RQUERYFAIL);
        }
        return new QuerySmResult(null, state, (byte) 0);
    }

    @Override
    public void onAcceptEnquireLink(EnquireLink enquireLink, Session source) {
        enquiries.run();
    }

    @Override
    public SubmitMultiResult onAcceptSubmitMulti(SubmitMulti submit, SMPPServerSession source)
            throws ProcessRequestException {
        throw unknown();
    }

    @Override
    public void onAcceptReplaceSm(ReplaceSm replace, SMPPServerSession source) throws ProcessRequestException {
        throw unknown();
    }

    @Override
    public void onAcceptCancelSm(CancelSm cancel, SMPPServerSession source) throws ProcessRequestException {
        throw unknown();
    }

    @Override
    public BroadcastSmResult onAcceptBroadcastSm(BroadcastSm broadcast, SMPPServerSession source)
            throws ProcessRequestException {
        throw unknown();
    }

    @Override
    public void onAcceptCancelBroadcastSm(CancelBroadcastSm cancel, SMPPServerSession source)
            throws ProcessRequestException {
        throw unknown();
    }

    @Override
    public QueryBroadcastSmResult onAcceptQueryBroadcastSm(QueryBroadcastSm query, SMPPServerSession source)
            throws ProcessRequestException {
        throw unknown();
    }

    @Override
    public DataSmResult onAcceptDataSm(DataSm data, Session source) throws ProcessRequestException {
        throw unknown();
    }

    private static ProcessRequestException unknown() {
        return new ProcessRequestException("not in this centre", SMPPConstant.STAT_ESME_RINVCMDID);
    }
}
