package io.plantgate.intake;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.event.RawBytes;
import io.plantgate.intake.ProfileTree.At;
import io.plantgate.intake.barcode.BarcodeRules;
import io.plantgate.intake.barcode.BarcodeRules.LostSeparators;
import io.plantgate.intake.barcode.KeyRecipe;
import io.plantgate.intake.barcode.KeyRecipe.Resolution;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Reads {@code identity} and {@code scan} of a profile of the contract {@code scan}. */
final class ScanDefinition {

    private static final String CAPTURE_TIME = "/capture_time";
    private static final long RESOLUTION_MILLIS = 1000;
    private static final List<String> NO_READ = List.of("NOREAD", "NoRead");

    private final String name;
    private final ProfileTree tree;
    private final FieldDefinitions fields;
    private final SourceTimeRule time;
    private final PartPlace key;

    ScanDefinition(String name, ProfileTree tree, FieldDefinitions fields, SourceTimeRule time) {
        this.name = name;
        this.tree = tree;
        this.fields = fields;
        this.time = time != null ? time : new SourceTimeRule(new Place.InItem(Pointer.of(CAPTURE_TIME)), null);
        At placed = tree.at("identity").get("key");
        this.key = placed.isThere()
                ? tree.partPlace(placed)
                : new PartPlace(new Place.InItem(Pointer.of("/idempotency_key")), false);
        refuseForeign();
    }

    ScanRules rules() {
        return new ScanRules(
                name,
                Contract.SCAN.scheme() + tree.at("identity").text("channel", ""),
                key,
                time,
                fieldPlaces(),
                barcodes(),
                recipe(),
                payload(namesAndTime()).rules(),
                Said.with(fieldPlaces().values()),
                timeIsContent(),
                device());
    }

    /** Covers what decides a payload's hash, the forms of codes included. */
    String digest() {
        String text = payload(names()).digest()
                + payload(namesAndTime()).digest()
                + tree.at("scan").get("barcode").node()
                + barcodePlace()
                + (device() == null ? "" : device());
        return HexFormat.of().formatHex(RawBytes.sha256(text.getBytes(StandardCharsets.UTF_8)));
    }

    // A list of fields cannot name it, and who says that it changes with each sending does not want it compared.
    private boolean timeIsContent() {
        return time.place() instanceof Place.InItem inItem
                && !tree.at("payload").get("fields").node().isArray()
                && tree.at("payload").get("volatile").items().stream()
                        .noneMatch(place ->
                                place.node().asText().equals(inItem.pointer().toString()));
    }

    private String device() {
        At at = tree.at("scan").get("device");
        if (at.isThere() && fieldPlaces().get("device_id").names().length != 1) {
            tree.refuse(
                    "/scan/device",
                    "scan.device stands in for a device_id at the top of an item, and scan.fields places that deeper");
        }
        return at.isThere() ? tree.at("scan").text("device", null) : null;
    }

    private PayloadDefinition payload(List<Pointer> cut) {
        return new PayloadDefinition(tree, fields, cut);
    }

    private List<Pointer> names() {
        return key.place() instanceof Place.InItem inItem
                ? List.of(inItem.pointer(), barcodePlace())
                : List.of(barcodePlace());
    }

    // The capture time of a derived key is in the key as far as it counts.
    private List<Pointer> namesAndTime() {
        return time.place() instanceof Place.InItem inItem
                ? Stream.concat(names().stream(), Stream.of(inItem.pointer())).toList()
                : names();
    }

    private Pointer barcodePlace() {
        return fieldPlaces().get("scan_barcode");
    }

    private Map<String, Pointer> fieldPlaces() {
        Map<String, Pointer> places = new LinkedHashMap<>();
        At placed = tree.at("scan").get("fields");
        for (String field : ScanRules.FIELDS) {
            places.put(field, Pointer.of(placed.text(field, "/" + field)));
        }
        return places;
    }

    private BarcodeRules barcodes() {
        At at = tree.at("scan").get("barcode");
        BarcodeRules byDefault = BarcodeRules.defaults();
        Map<String, String> substitutions = new LinkedHashMap<>();
        at.get("substitutions").items().forEach(pair -> substitutions.put(pair.text("sent", ""), pair.text("is", "")));
        return new BarcodeRules(
                at.get("suffixes").isThere() ? texts(at.get("suffixes")) : byDefault.suffixes(),
                substitutions,
                at.text("case", "kept").equals("folded"),
                at.text("digits", "any").equals("gtin"),
                LostSeparators.valueOf(at.text("lostSeparators", "evident").toUpperCase(Locale.ROOT)));
    }

    private ScanRules.Recipe recipe() {
        At at = tree.at("scan").get("recipe");
        List<Resolution> devices = at.get("devices").items().stream()
                .map(device -> new Resolution(
                        device.text("device", ""), device.node().path("millis").asLong()))
                .toList();
        At noRead = tree.at("scan").get("barcode").get("noRead");
        return new ScanRules.Recipe(
                !at.text("derive", "missing").equals("never"),
                new KeyRecipe(at.node().path("resolutionMillis").asLong(RESOLUTION_MILLIS), devices),
                noRead.isThere() ? texts(noRead) : NO_READ);
    }

    private static List<String> texts(At list) {
        List<String> texts = new ArrayList<>();
        for (JsonNode node : list.node()) {
            texts.add(node.asText());
        }
        return texts;
    }

    private void refuseForeign() {
        if (!tree.at("identity").get("channel").isThere()) {
            tree.refuse(
                    "/identity",
                    "identity lacks 'channel', which the contract scan needs; expected: the name of the"
                            + " site's scan channel, such as line-scans");
        }
        for (String foreign : List.of("source", "transitionId", "bootId", "eventId", "combined")) {
            if (tree.at("identity").get(foreign).isThere()) {
                tree.refuse("/identity/" + foreign, "identity." + foreign + " belongs to another contract than scan");
            }
        }
        for (String foreign : List.of("device", "bootObserved", "effects")) {
            if (tree.at(foreign).isThere()) {
                tree.refuse("/" + foreign, foreign + " belongs to another contract than scan");
            }
        }
    }
}
