package io.plantgate.event;

import java.time.Instant;
import java.util.Objects;

/**
 * One barcode scan as its client reported it: what was scanned, to what end, with which device, where and by whom.
 *
 * @param key the name under which it is de-duplicated
 * @param code what was read
 * @param action what is done with it, one of {@link ScanWords#ACTIONS}
 * @param actionSource how that came about, one of {@link ScanWords#SOURCES}, or null
 * @param binding serial, lot, station and order as far as the client knows them
 * @param device what read it
 * @param place where
 * @param operator who
 * @param captureTime when the device, or its agent, read it; null where it gave no time
 */
public record Scan(
        Key key,
        Code code,
        String action,
        String actionSource,
        Binding binding,
        Device device,
        Place place,
        Operator operator,
        Instant captureTime)
        implements Attachment {

    public Scan {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(action, "action");
    }

    @Override
    public String orderKey() {
        return device.id() == null ? key.channel() : device.id();
    }

    /**
     * How the scan is named.
     *
     * @param channel the site's scan channel, which scopes the key
     * @param text the idempotency key
     * @param recipe how it was derived, e.g. {@code v1}; null where the client sent it
     * @param resolutionMillis to what the recipe truncated the capture time; 0 where the client sent the key
     * @param truncated true if the truncation took digits away, so that two reads could have met in one key
     */
    public record Key(String channel, String text, String recipe, long resolutionMillis, boolean truncated) {
        public Key {
            Objects.requireNonNull(channel, "channel");
            Objects.requireNonNull(text, "text");
        }

        public boolean derived() {
            return recipe != null;
        }
    }

    /**
     * What was read.
     *
     * @param raw every character as read, leading zeros and separators included
     * @param type the symbology as the client calls it, or null
     * @param normal its one form for keys and bindings; never shown in place of {@code raw}
     * @param noRead true for the text with which a reader says that it read nothing
     * @param doubt how else it could be read, for people; null where there is no doubt
     */
    public record Code(String raw, String type, String normal, boolean noRead, String doubt) {}

    /** Serial or material number, lot, station or process step, and order; each may be null. */
    public record Binding(String sn, String lot, String station, String workOrder) {}

    /** Serial of a handheld, or configured address of a reader, its kind, model and scan session; each may be null. */
    public record Device(String id, String type, String model, String session) {}

    /** Where it stands; each may be null. */
    public record Place(String site, String workshop, String line, String station) {}

    /** Who scanned; each may be null. */
    public record Operator(String id, String name) {}
}
