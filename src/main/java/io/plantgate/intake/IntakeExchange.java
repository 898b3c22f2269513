package io.plantgate.intake;

/** Names of the exchange properties with which a template's first step keeps what a site's steps must not lose. */
public final class IntakeExchange {

    /** The {@link io.plantgate.event.Delivery} of a single item. */
    public static final String DELIVERY = "plantgateDelivery";

    /** The {@link Profile.StreamOrigin} of a stream of items. */
    public static final String STREAM_ORIGIN = "plantgateStreamOrigin";

    /** The {@link Profile.Framing} of a stream, if it is not {@link Profile.Framing#OF_THE_PROFILE}. */
    public static final String FRAMING = "plantgateFraming";

    /** The profile's name, for the policy that quarantines what a site's step kept failing on. */
    public static final String PROFILE = "plantgateProfile";

    /** The {@link HeaderSink} of a stream, for an inlet that keeps the header row with which rows are read again. */
    public static final String HEADER_SINK = "plantgateHeaderSink";

    private IntakeExchange() {}

    /** Hears the header row of a CSV stream before the first of its rows goes on, on the thread that reads the stream. */
    @FunctionalInterface
    public interface HeaderSink {
        void keep(byte[] header);
    }
}
