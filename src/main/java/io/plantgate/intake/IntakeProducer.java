package io.plantgate.intake;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.intake.IntakeExchange.HeaderSink;
import io.plantgate.intake.Profile.Framing;
import io.plantgate.intake.Profile.StreamOrigin;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.camel.Exchange;
import org.apache.camel.InvalidPayloadException;
import org.apache.camel.WrappedFile;
import org.apache.camel.support.DefaultProducer;
import org.apache.camel.support.SynchronizationAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what the template's first step kept: one delivery, or a stream of items. */
final class IntakeProducer extends DefaultProducer {

    private static final Logger LOG = LoggerFactory.getLogger(IntakeProducer.class);

    private final Profile profile;
    private final PermittedSources permitted;

    IntakeProducer(IntakeEndpoint endpoint, Profile profile, PermittedSources permitted) {
        super(endpoint);
        this.profile = profile;
        this.permitted = permitted;
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        Delivery delivery = exchange.getProperty(IntakeExchange.DELIVERY, Delivery.class);
        StreamOrigin origin = exchange.getProperty(IntakeExchange.STREAM_ORIGIN, StreamOrigin.class);
        if (delivery != null) {
            exchange.getMessage().setBody(permitted.check(read(delivery, exchange)));
        } else if (origin != null) {
            exchange.getMessage().setBody(stream(origin, exchange));
        } else {
            throw new IllegalStateException("intake:" + profile.name() + " in route " + exchange.getFromRouteId()
                    + ": neither a delivery nor the origin of a stream was kept. The first step of the route must"
                    + " set the exchange property " + IntakeExchange.DELIVERY + " or "
                    + IntakeExchange.STREAM_ORIGIN + "; the templates in routes/templates do.");
        }
    }

    private Arrival read(Delivery delivery, Exchange exchange) throws InvalidPayloadException {
        Object body = exchange.getMessage().getBody();
        byte[] kept = delivery.raw().kept();
        if (body == kept || delivery.raw().truncated() || body == null && kept.length == 0) {
            return profile.read(delivery);
        }
        byte[] content = body == null ? new byte[0] : exchange.getMessage().getMandatoryBody(byte[].class);
        return Arrays.equals(content, kept) ? profile.read(delivery) : profile.read(delivery, content);
    }

    private ArrivalStream stream(StreamOrigin origin, Exchange exchange) throws IOException, InvalidPayloadException {
        Framing framing = exchange.getProperty(IntakeExchange.FRAMING, Framing.OF_THE_PROFILE, Framing.class);
        ArrivalStream arrivals = permitted.check(profile.stream(bytes(exchange), framing, origin));
        exchange.getExchangeExtension().addOnCompletion(new Closing(arrivals));
        HeaderSink sink = exchange.getProperty(IntakeExchange.HEADER_SINK, HeaderSink.class);
        return sink == null ? arrivals : new HeaderKeeping(arrivals, sink);
    }

    // A file is opened as it is: Camel's own converter would decode and encode it again where a charset is set.
    private static InputStream bytes(Exchange exchange) throws IOException, InvalidPayloadException {
        Object body = exchange.getMessage().getBody();
        Object file = body instanceof WrappedFile<?> wrapped ? wrapped.getFile() : body;
        if (file instanceof File local) {
            return Files.newInputStream(local.toPath());
        }
        return file instanceof Path path
                ? Files.newInputStream(path)
                : exchange.getMessage().getMandatoryBody(InputStream.class);
    }

    private static final class Closing extends SynchronizationAdapter {

        private final ArrivalStream arrivals;

        Closing(ArrivalStream arrivals) {
            this.arrivals = arrivals;
        }

        @Override
        public void onDone(Exchange exchange) {
            try {
                arrivals.close();
            } catch (IOException e) {
                LOG.warn("A stream could not be closed: {}", e.toString());
            }
        }
    }
}
