package io.plantgate.intake;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.PayloadRereading.KeptArrival;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.Reading;
import java.io.InputStream;
import java.time.Instant;
import java.util.Map;

/** One site's way of turning a source's bytes into events. Immutable, safe for any number of threads. */
public interface Profile {

    /** The profile's name: its file's name without {@code .profile.yaml}. */
    String name();

    ProfileVersion version();

    /** The largest single item that is read, in bytes; anything larger is quarantined. */
    int payloadBytesMax();

    /** True if one body of this format holds any number of items: rows of CSV, lines of JSON lines. */
    boolean holdsManyItems();

    /** True if a stream of this format begins with a row that names its columns: without it no row can be read again. */
    boolean streamsHaveHeader();

    /** Reads one item. Never throws for what is in the bytes: the reading says why not. */
    Arrival read(Delivery delivery);

    /**
     * Reads what a site's step made of the delivery's bytes. The arrival keeps the bytes as they came and the fact
     * {@code transformed}, so that nobody later takes the one for the other.
     */
    Arrival read(Delivery delivery, byte[] content);

    /**
     * Reads a stream of items, item by item in constant memory. A poisoned item is one arrival, its neighbours are read.
     * An empty stream gives one arrival, quarantined as EMPTY.
     *
     * @param bytes the stream, closed by {@link ArrivalStream#close()}
     * @param framing how the items follow each other
     * @param origin what is common to all items
     */
    ArrivalStream stream(InputStream bytes, Framing framing, StreamOrigin origin);

    /**
     * Reads kept bytes again, as an item of its own, with identity parts that a person supplied in place of the missing
     * ones.
     *
     * @param kept what is stored of the arrival; {@code identity} is null
     * @param supplied any of {@code source}, {@code transitionId}, {@code bootId}, {@code eventId}
     */
    Reading complete(KeptArrival kept, Map<String, String> supplied);

    /**
     * The payload fields of kept bytes as text by name, in the order of names, for people and for differences; control
     * characters as visible escapes. Empty if the bytes cannot be read.
     */
    Map<String, String> fields(KeptArrival kept);

    /** How items follow each other in a stream. */
    enum Framing {
        /**
         * As the profile's format says: rows of CSV, lines of JSON lines; JSON is one item or, where it starts with a
         * bracket, an array of items; XML is one item.
         */
        OF_THE_PROFILE,
        /** One JSON array, an item per element. */
        JSON_ARRAY,
        /** One JSON value a line. */
        JSON_LINES
    }

    /**
     * What is common to all items of one stream.
     *
     * @param arrivalAt when the stream came in
     * @param inlet the way in
     * @param facts of the transport; each item adds its own ({@code row})
     * @param credential who brought it, or null
     */
    record StreamOrigin(Instant arrivalAt, String inlet, Map<String, String> facts, String credential) {
        public StreamOrigin {
            facts = Map.copyOf(facts);
        }
    }
}
