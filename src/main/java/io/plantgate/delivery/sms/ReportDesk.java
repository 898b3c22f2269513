package io.plantgate.delivery.sms;

import io.plantgate.effect.EffectParts;
import io.plantgate.effect.EffectReports;
import io.plantgate.effect.EffectsUnreachableException;
import io.plantgate.event.VisibleText;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.AlertNotification;
import org.jsmpp.bean.DataSm;
import org.jsmpp.bean.DeliverSm;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.DataSmResult;
import org.jsmpp.session.MessageReceiverListener;
import org.jsmpp.session.Session;
import org.jsmpp.util.HexUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what a centre sends by itself. A receipt is acknowledged once it is kept, so that the centre sends it again otherwise. A
 * message that a phone sends is acknowledged and left: nothing here is steered by text message.
 */
final class ReportDesk implements MessageReceiverListener {

    private static final Logger LOG = LoggerFactory.getLogger(ReportDesk.class);
    private static final int TEXT_CHARS_MAX = 300;

    private final String channel;
    private final EffectReports reports;
    private final EffectParts parts;
    private final Unanswered unanswered;

    ReportDesk(String channel, EffectReports reports, EffectParts parts, Unanswered unanswered) {
        this.channel = channel;
        this.reports = reports;
        this.parts = parts;
        this.unanswered = unanswered;
    }

    @Override
    public void onAcceptDeliverSm(DeliverSm message) throws ProcessRequestException {
        if (!message.isSmscDeliveryReceipt() && !message.isIntermediateDeliveryNotification()) {
            LOG.info("{}: a text message from a phone was left unread", channel);
            return;
        }
        var report = DeliveryReport.read(message);
        if (report.isEmpty()) {
            LOG.warn(
                    "{}: a receipt that names no message: {}",
                    channel,
                    VisibleText.of(HexUtil.convertBytesToHexString(message.getShortMessage()), TEXT_CHARS_MAX));
            return;
        }
        try {
            keep(report.get());
        } catch (EffectsUnreachableException e) {
            LOG.warn("{}: a receipt cannot be kept now; the centre is asked to send it again", channel, e);
            throw new ProcessRequestException("not now", SMPPConstant.STAT_ESME_RX_T_APPN, e);
        }
    }

    private void keep(DeliveryReport report) {
        if (report.userReference() != null) {
            unanswered
                    .remove(report.userReference(), report.destination())
                    .ifPresent(submit ->
                            parts.took(submit.effect(), submit.key().part(submit.partNo(), report.messageId())));
        }
        reports.report(channel, report.messageId(), report.outcome());
    }

    @Override
    public void onAcceptAlertNotification(AlertNotification notification) {
        LOG.debug("{}: a phone is reachable again", channel);
    }

    @Override
    public DataSmResult onAcceptDataSm(DataSm data, Session source) throws ProcessRequestException {
        throw new ProcessRequestException("data_sm is not taken here", SMPPConstant.STAT_ESME_RINVCMDID);
    }
}
