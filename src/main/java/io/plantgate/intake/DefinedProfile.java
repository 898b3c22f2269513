package io.plantgate.intake;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.FieldValue;
import io.plantgate.event.PayloadRereading.KeptArrival;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.RawBytes;
import io.plantgate.event.Reading;
import io.plantgate.event.Reading.Undecodable;
import io.plantgate.event.ReasonCode;
import io.plantgate.intake.FormatChoice.StreamFraming;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A profile as its file defines it. */
final class DefinedProfile implements Profile {

    /** Fact of an arrival that was read from what a site's step made of its bytes. */
    static final String TRANSFORMED = "transformed";

    private final String name;
    private final ProfileVersion version;
    private final ItemReader reader;
    private final StreamFraming framing;

    DefinedProfile(String name, String digest, String definition, ItemReader reader, StreamFraming framing) {
        this.name = name;
        this.version = new ProfileVersion(name, digest, definition);
        this.reader = reader;
        this.framing = framing;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ProfileVersion version() {
        return version;
    }

    @Override
    public int payloadBytesMax() {
        return reader.bounds().payloadBytesMax();
    }

    @Override
    public boolean holdsManyItems() {
        return framing.holdsManyItems();
    }

    @Override
    public boolean streamsHaveHeader() {
        return framing.header();
    }

    @Override
    public Arrival read(Delivery delivery) {
        RawBytes raw = delivery.raw();
        if (raw.truncated() || raw.length() > payloadBytesMax()) {
            return new Arrival(prefixed(delivery), version, reader.overBound(raw));
        }
        return new Arrival(delivery, version, reader.read(raw.kept(), null, delivery.facts(), Map.of()));
    }

    @Override
    public Arrival read(Delivery delivery, byte[] content) {
        Map<String, String> facts = new HashMap<>(delivery.facts());
        facts.put(TRANSFORMED, "true");
        Delivery transformed =
                new Delivery(delivery.arrivalAt(), delivery.inlet(), delivery.raw(), facts, delivery.credential());
        Delivery bounded = delivery.raw().length() > payloadBytesMax() ? prefixed(transformed) : transformed;
        return new Arrival(bounded, version, reader.read(content, null, facts, Map.of()));
    }

    @Override
    public ArrivalStream stream(InputStream bytes, Framing asked, StreamOrigin origin) {
        return new ItemArrivals(new ByteFeed(bytes), framing.as(asked), reader, version, origin);
    }

    @Override
    public Reading complete(KeptArrival kept, Map<String, String> supplied) {
        if (kept.facts().containsKey(TRANSFORMED)) {
            return Undecodable.because(
                    ReasonCode.MALFORMED,
                    name
                            + ": what a step of the site's route made of the bytes was read, and is not kept. Send it again"
                            + " through its inlet.");
        }
        return reader.read(kept.raw(), kept.header(), kept.facts(), supplied);
    }

    @Override
    public Map<String, String> fields(KeptArrival kept) {
        try {
            ReadItem item = reader.decode(kept.raw(), kept.header(), kept.facts());
            FieldValue payload = reader.payloadOf(item);
            return FieldTexts.of(payload);
        } catch (Unreadable e) {
            return Map.of();
        }
    }

    /** The payload fields of kept bytes; empty if they cannot be read. */
    Optional<FieldValue> payload(KeptArrival kept) {
        if (kept.facts().containsKey(TRANSFORMED)) {
            return Optional.empty();
        }
        try {
            ReadItem item = reader.decode(kept.raw(), kept.header(), kept.facts());
            return Optional.of(reader.payloadOf(item));
        } catch (Unreadable e) {
            return Optional.empty();
        }
    }

    private Delivery prefixed(Delivery delivery) {
        return new Delivery(
                delivery.arrivalAt(),
                delivery.inlet(),
                ItemBuffer.prefixOf(delivery.raw(), reader.bounds()),
                delivery.facts(),
                delivery.credential());
    }
}
