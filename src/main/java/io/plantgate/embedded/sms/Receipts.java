package io.plantgate.embedded.sms;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.jsmpp.bean.DeliveryReceipt;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.MessageState;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.RawDataCoding;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.util.DeliveryReceiptState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivery receipts as most centres send them: the customary text, and the optional parameters of SMPP 3.4, 5.3.2. */
final class Receipts {

    private static final Logger LOG = LoggerFactory.getLogger(Receipts.class);

    private static final Map<MessageState, DeliveryReceiptState> WORDS = Map.of(
            MessageState.ENROUTE, DeliveryReceiptState.ENROUTE,
            MessageState.DELIVERED, DeliveryReceiptState.DELIVRD,
            MessageState.EXPIRED, DeliveryReceiptState.EXPIRED,
            MessageState.DELETED, DeliveryReceiptState.DELETED,
            MessageState.UNDELIVERABLE, DeliveryReceiptState.UNDELIV,
            MessageState.ACCEPTED, DeliveryReceiptState.ACCEPTD,
            MessageState.UNKNOWN, DeliveryReceiptState.UNKNOWN,
            MessageState.REJECTED, DeliveryReceiptState.REJECTD);

    private static final byte SMSC_RECEIPT = 0x04;

    private Receipts() {}

    /**
     * Sends one to the first of these sessions that takes it.
     *
     * @return false if none did; the centre tries again later
     */
    static boolean send(Collection<SMPPServerSession> sessions, CentreMessage message, MessageState state) {
        for (SMPPServerSession session : sessions) {
            try {
                deliver(session, message, state);
                return true;
            } catch (Exception e) {
                LOG.debug("A receipt for {} was not taken.", message.messageId(), e);
            }
        }
        return false;
    }

    private static void deliver(SMPPServerSession session, CentreMessage message, MessageState state) throws Exception {
        session.deliverShortMessage(
                "",
                TypeOfNumber.UNKNOWN,
                NumberingPlanIndicator.UNKNOWN,
                message.destination(),
                TypeOfNumber.UNKNOWN,
                NumberingPlanIndicator.UNKNOWN,
                message.source(),
                new ESMClass(SMSC_RECEIPT),
                (byte) 0,
                (byte) 0,
                new RegisteredDelivery(0),
                new RawDataCoding((byte) 0),
                text(message, state),
                parameters(message, state));
    }

    private static byte[] text(CentreMessage message, MessageState state) {
        Date now = new Date();
        int delivered = state == MessageState.DELIVERED ? 1 : 0;
        String error = delivered == 1 ? "000" : "001";
        return new DeliveryReceipt(message.messageId(), 1, delivered, now, now, WORDS.get(state), error, "")
                .toString()
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static OptionalParameter[] parameters(CentreMessage message, MessageState state) {
        List<OptionalParameter> parameters = new ArrayList<>();
        parameters.add(new OptionalParameter.Receipted_message_id(message.messageId()));
        parameters.add(new OptionalParameter.Message_state(state.value()));
        if (message.userReference() != null) {
            parameters.add(new OptionalParameter.User_message_reference(message.userReference()));
        }
        return parameters.toArray(OptionalParameter[]::new);
    }
}
