package io.plantgate.delivery.sms;

import io.plantgate.effect.ClaimedEffect;
import io.plantgate.effect.EffectExchange;
import io.plantgate.effect.Purpose;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultProducer;

/** Sends or asks, and says what came of it. Its line is up as long as its route. */
final class SmsCentreProducer extends DefaultProducer {

    private final String channel;
    private final Lines lines;
    private final CentreLine line;
    private final SmsSending sending;
    private final SmsQuestion question;

    SmsCentreProducer(SmsCentreEndpoint endpoint, SmsDelivery delivery) {
        super(endpoint);
        this.channel = endpoint.getChannel();
        this.lines = delivery.lines();
        Unanswered unanswered = new Unanswered();
        SmsTerms terms = endpoint.terms();
        this.line = new CentreLine(
                channel, delivery.centre(), new ReportDesk(channel, delivery.reports(), delivery.parts(), unanswered));
        this.sending = new SmsSending(line, terms, endpoint::recipient, delivery.parts(), unanswered);
        this.question = new SmsQuestion(line, terms);
    }

    @Override
    public void process(Exchange exchange) {
        ClaimedEffect effect = EffectExchange.effect(exchange);
        EffectExchange.settle(
                exchange, effect.purpose() == Purpose.QUERY ? question.ask(effect) : sending.send(effect));
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        lines.add(channel, line);
        line.start();
    }

    @Override
    protected void doStop() throws Exception {
        lines.remove(channel);
        line.close();
        super.doStop();
    }
}
