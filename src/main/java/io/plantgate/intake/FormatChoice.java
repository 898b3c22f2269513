package io.plantgate.intake;

import io.plantgate.intake.Profile.Framing;
import io.plantgate.intake.ProfileTree.At;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a profile says about its format, made ready.
 *
 * @param type the format's name
 * @param item decodes one item
 * @param framing cuts a stream into items
 * @param textOnly values of undeclared fields are text whatever they mean
 * @param decimalComma numbers in text have a decimal comma
 */
record FormatChoice(String type, ItemFormat item, StreamFraming framing, boolean textOnly, boolean decimalComma) {

    private static final Map<String, Set<String>> OPTIONS = Map.of(
            "json", Set.of(),
            "json-lines", Set.of(),
            "csv", Set.of("charset", "delimiter", "quote", "decimalComma", "columns", "finalNewline"),
            "xml", Set.of("root"),
            "cloudevents", Set.of("mode"));

    static FormatChoice of(ProfileTree tree, Bounds bounds) {
        At at = tree.at("format");
        String type = at.node().isTextual() ? at.node().asText() : at.text("type", "");
        refuseForeignOptions(tree, at, type);
        JsonItem json = new JsonItem(bounds);
        boolean binary = at.text("mode", "structured").equals("binary");
        return switch (type) {
            case "csv" -> csv(dialect(tree, at), bounds);
            case "xml" ->
                new FormatChoice(
                        type, new XmlItem(bounds, at.text("root", null)), StreamFraming.whole(bounds), true, false);
            case "cloudevents" ->
                new FormatChoice(
                        type,
                        new CloudEventItem(json, binary),
                        binary ? StreamFraming.whole(bounds) : StreamFraming.json(bounds),
                        false,
                        false);
            case "json-lines" -> new FormatChoice(type, json, StreamFraming.jsonLines(bounds), false, false);
            default -> new FormatChoice(type, json, StreamFraming.json(bounds), false, false);
        };
    }

    private static FormatChoice csv(CsvDialect dialect, Bounds bounds) {
        return new FormatChoice(
                "csv", new CsvItem(dialect, bounds), StreamFraming.rows(dialect, bounds), true, dialect.decimalComma());
    }

    private static void refuseForeignOptions(ProfileTree tree, At at, String type) {
        for (String option : at.members().keySet()) {
            if (!option.equals("type") && !OPTIONS.get(type).contains(option)) {
                tree.refuse(at.get(option).pointer(), "format." + option + " is no option of " + type);
            }
        }
    }

    private static CsvDialect dialect(ProfileTree tree, At at) {
        List<String> columns = new ArrayList<>();
        at.get("columns").items().forEach(column -> columns.add(column.node().asText()));
        CsvDialect dialect = new CsvDialect(
                charset(tree, at),
                at.text("delimiter", ",").charAt(0),
                at.text("quote", "\"").charAt(0),
                at.node().path("decimalComma").asBoolean(false),
                columns,
                at.text("finalNewline", "required").equals("required"));
        dialect.refusal().ifPresent(why -> tree.refuse(at.pointer(), "format: " + why));
        return dialect;
    }

    private static Charset charset(ProfileTree tree, At at) {
        String name = at.text("charset", "UTF-8");
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            tree.refuse(
                    at.get("charset").pointer(),
                    "'" + name + "' is no charset known here; expected: UTF-8, GBK, windows-1252 or the like");
            return StandardCharsets.UTF_8;
        }
    }

    /**
     * How streams of this format are cut.
     *
     * @param ofTheProfile the format's own framing
     * @param holdsManyItems one body holds any number of items
     * @param json whether another framing of JSON can be asked for
     * @param header whether the first row names the columns
     */
    record StreamFraming(
            ItemFraming ofTheProfile, boolean holdsManyItems, boolean json, boolean header, Bounds bounds) {

        static StreamFraming json(Bounds bounds) {
            ItemFraming framing =
                    feed -> feed.peekSignificant() == '[' ? new JsonArray(feed, bounds) : new WholeStream(feed, bounds);
            return new StreamFraming(framing, false, true, false, bounds);
        }

        static StreamFraming jsonLines(Bounds bounds) {
            return new StreamFraming(feed -> new JsonLines(feed, bounds), true, true, false, bounds);
        }

        static StreamFraming whole(Bounds bounds) {
            return new StreamFraming(feed -> new WholeStream(feed, bounds), false, false, false, bounds);
        }

        static StreamFraming rows(CsvDialect dialect, Bounds bounds) {
            ItemFraming framing = feed -> new CsvRows(feed, dialect, bounds, dialect.finalNewlineRequired());
            return new StreamFraming(framing, true, false, dialect.hasHeader(), bounds);
        }

        ItemFraming as(Framing asked) {
            if (!json || asked == Framing.OF_THE_PROFILE) {
                return ofTheProfile;
            }
            return asked == Framing.JSON_ARRAY
                    ? feed -> new JsonArray(feed, bounds)
                    : feed -> new JsonLines(feed, bounds);
        }
    }
}
