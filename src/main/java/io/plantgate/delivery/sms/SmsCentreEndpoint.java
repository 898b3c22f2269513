package io.plantgate.delivery.sms;

import java.time.Duration;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/** Sends text messages over SMPP 3.4 to the centre of {@code plantgate.delivery.sms}. Producer only. */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "sms-centre",
        title = "Plantgate SMS centre",
        syntax = "sms-centre:channel",
        producerOnly = true,
        category = {Category.MOBILE})
public final class SmsCentreEndpoint extends DefaultEndpoint {

    @UriPath(description = "The channel, as in from: effect:CHANNEL of the same route.")
    @Metadata(required = true)
    private final String channel;

    @UriParam(description = "Name of the roster that says who is on duty, where the message names nobody; or none.")
    private String roster = "";

    @UriParam(description = "A fixed number instead of a roster, or none.")
    private String to = "";

    @UriParam(
            description =
                    "The sender that a phone shows: a number, or up to 11 characters. Empty or none: that of the configuration.")
    private String source = "";

    @UriParam(description = "SMPP's service_type, if the centre asks for one.")
    private String serviceType = "";

    @UriParam(defaultValue = "3", description = "Parts that one text may take, from 1 to 255.")
    private int segmentsMax = 3;

    @UriParam(defaultValue = "reject", enums = "reject,shorten", description = "What becomes of a longer text.")
    private TooLong tooLong = TooLong.REJECT;

    @UriParam(defaultValue = "8", enums = "8,16", description = "Bits of the reference that parts share.")
    private int referenceBits = 8;

    @UriParam(
            defaultValue = "0",
            description = "How long the centre may try to reach the phone; 0: as long as it likes.")
    private long validitySeconds;

    @UriParam(defaultValue = "true", description = "Whether receipts are asked for.")
    private boolean receipts = true;

    @UriParam(
            defaultValue = "receipt",
            enums = "receipt,accepted",
            description = "The sign that counts as delivery: the receipt, or already the centre's acceptance.")
    private String deliveredWhen = "receipt";

    @UriParam(
            defaultValue = "true",
            description =
                    "Whether submits carry user_message_reference, so that a receipt finds a submit that was never answered.")
    private boolean userReferences = true;

    @UriParam(
            defaultValue = "900",
            description = "When to ask about a message that has no receipt (query_sm); 0: never.")
    private long askSeconds = 900;

    @UriParam(defaultValue = "10", description = "Pause after the centre said that it is too busy.")
    private long throttledSeconds = 10;

    private final SmsDelivery delivery;

    SmsCentreEndpoint(String uri, SmsCentreComponent component, String channel, SmsDelivery delivery) {
        super(uri, component);
        this.channel = channel;
        this.delivery = delivery;
    }

    @Override
    public Producer createProducer() {
        delivery.requireSomebody(to, roster);
        return new SmsCentreProducer(this, delivery);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                "sms-centre:" + channel + " sends. What a centre reports settles effects by itself.");
    }

    Recipient recipient(SmsRequest request) {
        return delivery.recipient(request, to, roster);
    }

    SmsTerms terms() {
        return new SmsTerms(
                SmsAddress.sender(source.isBlank() ? delivery.properties().source() : source),
                serviceType,
                new SegmentLimit(
                        referenceBits == 16 ? ReferenceWidth.SIXTEEN_BITS : ReferenceWidth.EIGHT_BITS,
                        segmentsMax,
                        tooLong),
                Duration.ofSeconds(validitySeconds),
                receipts,
                "accepted".equals(deliveredWhen),
                userReferences,
                askSeconds == 0 ? null : Duration.ofSeconds(askSeconds),
                Duration.ofSeconds(throttledSeconds));
    }

    public String getChannel() {
        return channel;
    }

    public void setRoster(String roster) {
        this.roster = HttpSms.named(roster);
    }

    public void setTo(String to) {
        this.to = HttpSms.named(to);
    }

    public void setSource(String source) {
        this.source = HttpSms.named(source);
    }

    public void setServiceType(String serviceType) {
        this.serviceType = serviceType;
    }

    public void setSegmentsMax(int segmentsMax) {
        this.segmentsMax = segmentsMax;
    }

    public void setTooLong(TooLong tooLong) {
        this.tooLong = tooLong;
    }

    public void setReferenceBits(int referenceBits) {
        this.referenceBits = referenceBits;
    }

    public void setValiditySeconds(long validitySeconds) {
        this.validitySeconds = validitySeconds;
    }

    public void setReceipts(boolean receipts) {
        this.receipts = receipts;
    }

    public void setDeliveredWhen(String deliveredWhen) {
        this.deliveredWhen = deliveredWhen;
    }

    public void setUserReferences(boolean userReferences) {
        this.userReferences = userReferences;
    }

    public void setAskSeconds(long askSeconds) {
        this.askSeconds = askSeconds;
    }

    public void setThrottledSeconds(long throttledSeconds) {
        this.throttledSeconds = throttledSeconds;
    }
}
