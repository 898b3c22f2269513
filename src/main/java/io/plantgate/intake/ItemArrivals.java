package io.plantgate.intake;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.RawBytes;
import io.plantgate.event.Reading;
import io.plantgate.event.ReasonCode;
import io.plantgate.intake.Profile.StreamOrigin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Reads the items of one stream as arrivals; row numbers count items, from 1. */
final class ItemArrivals implements ArrivalStream {

    static final String ROW = "row";

    private final ByteFeed feed;
    private final ItemFraming framing;
    private final ItemReader reader;
    private final ProfileVersion version;
    private final StreamOrigin origin;
    private ItemFraming.Items items;
    private RawItem ahead;
    private boolean ended;
    private long row;

    ItemArrivals(ByteFeed feed, ItemFraming framing, ItemReader reader, ProfileVersion version, StreamOrigin origin) {
        this.feed = feed;
        this.framing = framing;
        this.reader = reader;
        this.version = version;
        this.origin = origin;
    }

    @Override
    public boolean hasNext() {
        if (ahead == null && !ended) {
            ahead = cutNext();
            ended = ahead == null;
        }
        return ahead != null;
    }

    @Override
    public Arrival next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the stream has no more items");
        }
        RawItem item = ahead;
        ahead = null;
        row++;
        return arrival(item);
    }

    @Override
    public Optional<byte[]> header() {
        return items == null ? Optional.empty() : Optional.ofNullable(items.header());
    }

    @Override
    public void close() throws IOException {
        feed.close();
    }

    private RawItem cutNext() {
        try {
            items = items == null ? framing.open(feed) : items;
            RawItem item = items.next();
            return item == null && row == 0 ? empty() : item;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RawItem empty() {
        byte[] header = items.header();
        String detail = header == null ? "the stream has no items." : "the file has a header and no rows.";
        byte[] raw = header == null ? new byte[0] : header;
        return new RawItem(RawBytes.whole(raw), new Unreadable(ReasonCode.EMPTY, detail));
    }

    private Arrival arrival(RawItem item) {
        Map<String, String> facts = new HashMap<>(origin.facts());
        facts.put(ROW, Long.toString(row));
        Delivery delivery = new Delivery(origin.arrivalAt(), origin.inlet(), item.raw(), facts, origin.credential());
        return new Arrival(delivery, version, reading(item, delivery));
    }

    private Reading reading(RawItem item, Delivery delivery) {
        if (item.raw().truncated()) {
            return reader.overBound(item.raw());
        }
        if (item.fault() != null) {
            return item.fault().reading(reader.profile());
        }
        return reader.read(item.raw().kept(), items.header(), delivery.facts(), Map.of());
    }
}
