package io.plantgate.intake;

import io.plantgate.event.CanonicalForm;
import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.DuplicateNameException;
import io.plantgate.event.FieldValue.Field;
import io.plantgate.event.FieldValue.Fields;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.Payload;
import io.plantgate.event.Reading;
import io.plantgate.event.Reason;
import io.plantgate.event.ReasonCode;
import io.plantgate.event.Scan;
import io.plantgate.event.ScanWords;
import io.plantgate.event.SourceTime;
import io.plantgate.event.VisibleText;
import io.plantgate.intake.barcode.BarcodeRules;
import io.plantgate.intake.barcode.KeyRecipe;
import io.plantgate.intake.barcode.NormalCode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a scan is read: its fields, its code's one form, and the key under which it is de-duplicated.
 *
 * @param profile its name, for people
 * @param channel the source of all its identities, scheme included
 * @param key where the client's key stands in the item; headers of HTTP name it too
 * @param time where the capture time stands
 * @param places where the other fields stand
 * @param content what is payload; the code and the capture time, which have one form each, are not in it
 * @param said in what form
 * @param timeIsContent false where the profile leaves the capture time out of the payload
 * @param device the device_id where an item names none: the configured address of a reader that does not; or null
 */
record ScanRules(
        String profile,
        String channel,
        PartPlace key,
        SourceTimeRule time,
        Map<String, Pointer> places,
        BarcodeRules barcodes,
        Recipe recipe,
        PayloadRules content,
        Said said,
        boolean timeIsContent,
        String device) {

    /**
     * Version of what is hashed, stored beside each hash in place of {@link CanonicalForm#VERSION}. 2: the canonical form of what
     * says something ({@link Said}), with code and capture time in their one form. Until 2 a field left out, null and "" were
     * three contents; what was stored under 1 is read again from its bytes when its key comes again.
     */
    static final short CANON_VERSION = 2;

    static final List<String> FIELDS = List.of(
            "scan_barcode",
            "barcode_type",
            "bind_sn",
            "bind_lot",
            "bind_station",
            "work_order",
            "scan_action",
            "action_source",
            "device_id",
            "device_type",
            "device_model",
            "scan_session_id",
            "operator_id",
            "operator_name",
            "site_id",
            "workshop_id",
            "line_id",
            "station_id");

    private static final String DEVICE_ID = "device_id";
    private static final String NORMAL_CODE = "barcode, normalised";
    // What the store keeps of times; without its capture time a scan could not be answered a second time.
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");
    private static final int DOUBT_CHARS_MAX = 300;
    private static final String NORMAL_TIME = "capture_time, in UTC";

    /**
     * @param derives false where a scan without a key is never given one
     * @param noRead what a reader sends that read nothing
     */
    record Recipe(boolean derives, KeyRecipe keys, List<String> noRead) {}

    Reading reading(ReadItem sent, Map<String, String> supplied) throws Unreadable {
        ReadItem item = withDevice(sent);
        ScanFields fields = new ScanFields(item, places);
        String raw = fields.barcode();
        String type = fields.text("barcode_type");
        NormalCode.Comparable code = normal(raw, type);
        String key = sentKeys().in(item, supplied);
        TimeText captured = captured(item);
        String deviceId = fields.text(DEVICE_ID);
        String action = fields.required("scan_action", ScanWords.ACTIONS);
        Instant captureTime = captured == null ? null : captured.instant();
        FieldValue content = payload(item, code, key == null ? null : captured);
        SourceTime time = captured == null ? null : new SourceTime(captured.text(), captured.instant());
        Optional<Reason> missing = key == null ? underivable(deviceId, captureTime, code) : Optional.empty();
        Payload evidence = new Payload(CanonicalForm.payloadOf(content).hash(), CANON_VERSION);
        if (missing.isPresent()) {
            return new Reading.Incomplete(
                    channel,
                    null,
                    EventIdentity.NO_BOOT,
                    time,
                    evidence,
                    ItemReader.flags(content, captured),
                    missing.get());
        }
        Scan.Key named = key == null ? derivedKey(deviceId, captureTime, code, action) : sentKey(key);
        boolean noRead = recipe.noRead().contains(barcodes.stripped(raw));
        Scan.Code read = new Scan.Code(raw, type, code.text(), noRead, doubt(code));
        return new Event(
                new EventIdentity(channel, named.text(), EventIdentity.NO_BOOT),
                null,
                time,
                evidence,
                false,
                List.of(),
                ItemReader.flags(content, captured),
                fields.scan(named, read, action, captureTime),
                null);
    }

    /** What of an item is payload, for those who compare two contents of one key. */
    FieldValue payload(ReadItem sent) throws Unreadable {
        ReadItem item = withDevice(sent);
        ScanFields fields = new ScanFields(item, places);
        NormalCode.Comparable code = normal(fields.barcode(), fields.text("barcode_type"));
        return payload(item, code, sentKeys().in(item, Map.of()) == null ? null : captured(item));
    }

    private SentKey sentKeys() {
        return new SentKey(key, barcodes);
    }

    // As if the item said so itself: then it is one with a scan that does.
    private ReadItem withDevice(ReadItem item) throws Unreadable {
        if (device == null || new ScanFields(item, places).text(DEVICE_ID) != null) {
            return item;
        }
        String name = places.get(DEVICE_ID).names()[0];
        List<Field> fields = ((Fields) item.tree()).list();
        fields.removeIf(field -> field.name().equals(name));
        fields.add(new Field(name, new Text(device)));
        return new ReadItem(Fields.of(fields), item.facts());
    }

    // The capture time of a derived key is in the key as far as it counts.
    private FieldValue payload(ReadItem item, NormalCode.Comparable code, TimeText captured) throws Unreadable {
        List<Field> said = this.said.in(((Fields) content.of(item)).list());
        said.add(new Field(NORMAL_CODE, new Text(code.text())));
        if (timeIsContent && captured != null) {
            said.add(new Field(NORMAL_TIME, new Text(captured.canonical())));
        }
        try {
            return Fields.of(said);
        } catch (DuplicateNameException e) {
            throw new Unreadable(
                    ReasonCode.DUPLICATE_KEY,
                    "the name '" + e.name() + "' is kept for what the profile makes of a scan.",
                    e.name());
        }
    }

    private NormalCode.Comparable normal(String raw, String type) throws Unreadable {
        if (recipe.noRead().contains(barcodes.stripped(raw))) {
            return new NormalCode.Known("no-read:");
        }
        NormalCode code = barcodes.normal(raw, type);
        if (code instanceof NormalCode.Comparable comparable) {
            return comparable;
        }
        throw new Unreadable(
                ReasonCode.BARCODE_REFUSED,
                "scan_barcode at " + places.get("scan_barcode") + " " + ((NormalCode.Refused) code).why() + ".",
                "scan_barcode");
    }

    private static String doubt(NormalCode.Comparable code) {
        return code.doubt() == null ? null : VisibleText.of(code.doubt(), DOUBT_CHARS_MAX);
    }

    private TimeText captured(ReadItem item) throws Unreadable {
        TimeText captured = time.in(item);
        if (captured != null && captured.instant() == null) {
            throw new Unreadable(
                    ReasonCode.FIELD_TYPE,
                    "capture_time at " + time.place() + " is '" + captured.text()
                            + "', expected is a time with its offset such as 2026-03-28T08:00:12.180+01:00.",
                    "capture_time");
        }
        if (captured != null
                && (captured.instant().isBefore(EARLIEST) || captured.instant().isAfter(LATEST))) {
            throw new Unreadable(
                    ReasonCode.FIELD_TYPE,
                    "capture_time at " + time.place() + " is '" + captured.text()
                            + "', expected is a time of the years 1 to 9999 in UTC: set the device's clock.",
                    "capture_time");
        }
        return captured;
    }

    private Optional<Reason> underivable(String deviceId, Instant captureTime, NormalCode.Comparable code) {
        if (!recipe.derives()) {
            return missing("this profile derives none (scan.recipe.derive: never)", "idempotency_key");
        }
        if (deviceId == null) {
            return missing("device_id is missing, from which one would be derived", "device_id");
        }
        if (captureTime == null) {
            return missing("capture_time is missing, from which one would be derived", "capture_time");
        }
        return code instanceof NormalCode.Ambiguous ambiguous
                ? Optional.of(new Reason(
                        ReasonCode.AMBIGUOUS_BARCODE,
                        profile + ": no idempotency_key, and scan_barcode can be read in several ways: "
                                + ambiguous.doubt()
                                + ". Kept, not de-duplicated. Let the scanner send FNC1 as GS (0x1D), or send a key.",
                        "scan_barcode"))
                : Optional.empty();
    }

    private Optional<Reason> missing(String why, String field) {
        return Optional.of(new Reason(
                ReasonCode.MISSING_IDEMPOTENCY_KEY,
                profile + ": no idempotency_key, and " + why
                        + ". Kept, not de-duplicated. Send X-Idempotency-Key or the field.",
                field));
    }

    private Scan.Key sentKey(String sent) {
        return new Scan.Key(channel, sent, null, 0, false);
    }

    private Scan.Key derivedKey(String deviceId, Instant captureTime, NormalCode.Comparable code, String action) {
        KeyRecipe keys = recipe.keys();
        return new Scan.Key(
                channel,
                keys.key(deviceId, captureTime, code.text(), action),
                KeyRecipe.VERSION,
                keys.resolutionOf(deviceId),
                !keys.truncated(deviceId, captureTime).equals(captureTime));
    }
}
