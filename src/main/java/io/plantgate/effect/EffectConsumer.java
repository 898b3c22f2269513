package io.plantgate.effect;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultConsumer;

/** Runs a delivery route for what its channel claims. */
final class EffectConsumer extends DefaultConsumer implements Suspendable, Courier {

    private final EffectEndpoint endpoint;
    private final Effects effects;
    private Channel channel;

    EffectConsumer(EffectEndpoint endpoint, Processor processor, Effects effects) {
        super(endpoint, processor);
        this.endpoint = endpoint;
        this.effects = effects;
    }

    @Override
    public List<Outcome> deliver(List<ClaimedEffect> claimed) {
        Exchange exchange = exchange(claimed);
        try {
            getProcessor().process(exchange);
        } catch (Exception e) {
            exchange.setException(e);
        }
        List<Outcome> outcomes = new ArrayList<>(claimed.size());
        for (ClaimedEffect effect : claimed) {
            outcomes.add(outcome(exchange, effect));
        }
        releaseExchange(exchange, false);
        return outcomes;
    }

    private Exchange exchange(List<ClaimedEffect> claimed) {
        Exchange exchange = createExchange(false);
        exchange.setProperty(EffectExchange.EFFECTS, List.copyOf(claimed));
        if (endpoint.getBatchMax() > 1) {
            exchange.getIn().setBody(List.copyOf(claimed));
            return exchange;
        }
        ClaimedEffect effect = claimed.get(0);
        exchange.getIn().setBody(effect.message().body());
        exchange.getIn().setHeader(Exchange.CONTENT_TYPE, effect.message().contentType());
        exchange.getIn().setHeader(EffectExchange.IDEMPOTENCY_KEY, effect.idempotencyKey());
        return exchange;
    }

    private static Outcome outcome(Exchange exchange, ClaimedEffect effect) {
        Outcome settled = EffectExchange.settled(exchange, effect.effectId());
        if (settled != null) {
            return settled;
        }
        if (exchange.getException() == null) {
            return new Outcome.Unknown("NO_WORD: the route ended without an outcome.", Answer.NONE);
        }
        Outcome failed = Failures.outcome(exchange.getException());
        // A route that sent again by itself: its last failure says nothing about the sends before it.
        boolean sentBefore = Boolean.TRUE.equals(exchange.getIn().getHeader(Exchange.REDELIVERED, Boolean.class));
        return sentBefore && !(failed instanceof Outcome.Unknown)
                ? new Outcome.Unknown(failed.reason() + " (after the route's own redelivery)", Answer.NONE)
                : failed;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        channel = effects.start(endpoint.terms(), this);
    }

    @Override
    protected void doSuspend() throws Exception {
        channel.pause();
        super.doSuspend();
    }

    @Override
    protected void doResume() throws Exception {
        super.doResume();
        channel.goOn();
    }

    @Override
    protected void doStop() throws Exception {
        if (channel != null) {
            effects.stop(channel);
            channel = null;
        }
        super.doStop();
    }
}
