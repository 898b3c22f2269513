package io.plantgate.embedded.sms;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.MessageState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The demo's centre: it delivers what it takes and says so, and now and then it does what centres do. */
final class Temper implements Function<CentreMessage, CentreReply> {

    private static final Logger LOG = LoggerFactory.getLogger(Temper.class);

    private final SimulatedCentreSettings settings;
    private final AtomicLong messages = new AtomicLong();

    Temper(SimulatedCentreSettings settings) {
        this.settings = settings;
    }

    @Override
    public CentreReply apply(CentreMessage message) {
        long number = messages.incrementAndGet();
        CentreReply reply = reply(number);
        LOG.info("SMS centre: {} for {}: {}", reply.manner(), message.destination(), message.glimpse());
        return reply;
    }

    private CentreReply reply(long number) {
        if (isTurn(number, settings.throttleOneIn())) {
            return CentreReply.refuse(SMPPConstant.STAT_ESME_RTHROTTLED);
        }
        if (isTurn(number, settings.dropOneIn())) {
            return CentreReply.drop();
        }
        MessageState end =
                isTurn(number, settings.undeliverableOneIn()) ? MessageState.UNDELIVERABLE : MessageState.DELIVERED;
        return CentreReply.accept().thenReporting(end);
    }

    private static boolean isTurn(long number, int oneIn) {
        return oneIn > 0 && number % oneIn == 0;
    }
}
