package io.plantgate.effect;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/**
 * Brings effects that are due to a delivery route, and records what became of them.
 *
 * <p>A kind ({@code KIND.effect.yaml}) names the channel. The body is the message, with the headers {@code Content-Type} and
 * {@code Idempotency-Key}. The route says the outcome; one that says nothing leaves it unknown.
 */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "effect",
        title = "Plantgate Effect",
        syntax = "effect:channel",
        consumerOnly = true,
        remote = false,
        category = {Category.DATABASE})
public final class EffectEndpoint extends DefaultEndpoint {

    @UriPath(description = "The channel: the way out to one target, as the kinds name it.")
    @Metadata(required = true)
    private final String channel;

    @UriParam(defaultValue = "8", description = "Exchanges under way at the same time on one node.")
    private int concurrency = 8;

    @UriParam(
            defaultValue = "0",
            description =
                    "Effects that may start in a second on one node; 0 sets no bound. Below ten, full parts of a second.")
    private int ratePerSecond;

    @UriParam(
            defaultValue = "30",
            description = "Seconds that a claim holds without renewal. It is renewed while its exchange is under way.")
    private int leaseSeconds = 30;

    @UriParam(
            defaultValue = "300",
            label = "advanced",
            description =
                    "Seconds after which the claim of a hanging exchange is not renewed any more: its effect becomes unknown.")
    private int attemptSecondsMax = 300;

    @UriParam(
            defaultValue = "1000",
            label = "advanced",
            description = "Milliseconds without any news after which the table is looked at.")
    private int pollMillis = 1_000;

    @UriParam(
            defaultValue = "1",
            description =
                    "Effects of one kind in one exchange, for targets that take batches. Over 1 the body is their list.")
    private int batchMax = 1;

    @UriParam(
            defaultValue = "4096",
            label = "advanced",
            description = "Bytes that are kept of the text of a target's answer.")
    private int answerBytesMax = Answer.TEXT_BYTES_MAX;

    @UriParam(
            defaultValue = "50",
            description =
                    "Percent of the last calls that failed or stayed unknown at which the target is left alone; 101 never does.")
    private int circuitFailurePercent = 50;

    @UriParam(defaultValue = "20", label = "advanced", description = "How many last calls the circuit looks at.")
    private int circuitCalls = 20;

    @UriParam(
            defaultValue = "30",
            description = "Seconds that a target is left alone before a few calls are tried again.")
    private int circuitOpenSeconds = 30;

    @UriParam(
            defaultValue = "30",
            label = "advanced",
            description = "Seconds that a stop waits for exchanges under way.")
    private int stopSecondsMax = 30;

    private final Effects effects;

    EffectEndpoint(String uri, EffectComponent component, Effects effects, String channel) {
        super(uri, component);
        this.effects = effects;
        this.channel = channel;
    }

    @Override
    public Producer createProducer() {
        throw new UnsupportedOperationException("effect:" + channel
                + " brings effects; it takes none: the rules of a profile plan them. Use it in a from:.");
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        EffectConsumer consumer = new EffectConsumer(this, processor, effects);
        configureConsumer(consumer);
        return consumer;
    }

    @Override
    public boolean isRemote() {
        return false;
    }

    ChannelTerms terms() {
        atLeast(1, concurrency, "concurrency");
        atLeast(0, ratePerSecond, "ratePerSecond");
        atLeast(1, leaseSeconds, "leaseSeconds");
        atLeast(1, attemptSecondsMax, "attemptSecondsMax");
        atLeast(1, pollMillis, "pollMillis");
        atLeast(1, batchMax, "batchMax");
        atLeast(1, circuitFailurePercent, "circuitFailurePercent");
        atLeast(1, circuitCalls, "circuitCalls");
        atLeast(1, circuitOpenSeconds, "circuitOpenSeconds");
        return new ChannelTerms(
                channel,
                concurrency,
                ratePerSecond,
                leaseSeconds * 1_000L,
                pollMillis,
                batchMax,
                answerBytesMax,
                attemptSecondsMax * 1_000L,
                stopSecondsMax * 1_000L,
                new ChannelTerms.Circuit(circuitFailurePercent, circuitCalls, circuitOpenSeconds * 1_000L));
    }

    private void atLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(
                    "effect:" + channel + ": " + name + " is " + value + ", at least " + least + " is needed.");
        }
    }

    public String getChannel() {
        return channel;
    }

    public int getConcurrency() {
        return concurrency;
    }

    public void setConcurrency(int concurrency) {
        this.concurrency = concurrency;
    }

    public int getRatePerSecond() {
        return ratePerSecond;
    }

    public void setRatePerSecond(int ratePerSecond) {
        this.ratePerSecond = ratePerSecond;
    }

    public int getLeaseSeconds() {
        return leaseSeconds;
    }

    public void setLeaseSeconds(int leaseSeconds) {
        this.leaseSeconds = leaseSeconds;
    }

    public int getAttemptSecondsMax() {
        return attemptSecondsMax;
    }

    public void setAttemptSecondsMax(int attemptSecondsMax) {
        this.attemptSecondsMax = attemptSecondsMax;
    }

    public int getPollMillis() {
        return pollMillis;
    }

    public void setPollMillis(int pollMillis) {
        this.pollMillis = pollMillis;
    }

    public int getBatchMax() {
        return batchMax;
    }

    public void setBatchMax(int batchMax) {
        this.batchMax = batchMax;
    }

    public int getAnswerBytesMax() {
        return answerBytesMax;
    }

    public void setAnswerBytesMax(int answerBytesMax) {
        this.answerBytesMax = answerBytesMax;
    }

    public int getCircuitFailurePercent() {
        return circuitFailurePercent;
    }

    public void setCircuitFailurePercent(int circuitFailurePercent) {
        this.circuitFailurePercent = circuitFailurePercent;
    }

    public int getCircuitCalls() {
        return circuitCalls;
    }

    public void setCircuitCalls(int circuitCalls) {
        this.circuitCalls = circuitCalls;
    }

    public int getCircuitOpenSeconds() {
        return circuitOpenSeconds;
    }

    public void setCircuitOpenSeconds(int circuitOpenSeconds) {
        this.circuitOpenSeconds = circuitOpenSeconds;
    }

    public int getStopSecondsMax() {
        return stopSecondsMax;
    }

    public void setStopSecondsMax(int stopSecondsMax) {
        this.stopSecondsMax = stopSecondsMax;
    }
}
