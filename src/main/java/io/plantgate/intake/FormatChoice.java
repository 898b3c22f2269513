package io.plantgate.intake;

import io.plantgate.intake.Profile.Framing;
import io.plantgate.intake.ProfileTree.At;

/**
 * What a profile says about its format, made ready.
 *
 * @param type the format's name
 * @param item decodes one item
 * @param framing cuts a stream where the profile's own framing is asked for
 * @param textOnly values of undeclared fields are text whatever they mean
 * @param decimalComma numbers in text have a decimal comma
 */
record FormatChoice(String type, ItemFormat item, StreamFraming framing, boolean textOnly, boolean decimalComma) {

    static FormatChoice of(ProfileTree tree, Bounds bounds) {
        At at = tree.at("format");
        String type = at.node().isTextual() ? at.node().asText() : at.text("type", "");
        JsonItem json = new JsonItem(bounds);
        return switch (type) {
            case "json-lines" -> new FormatChoice(
                    type, json, new StreamFraming(feed -> new JsonLines(feed, bounds), true, bounds), false, false);
            default -> new FormatChoice(type, json, StreamFraming.json(bounds), false, false);
        };
    }

    /** How streams of this format are cut, by what is asked for. */
    record StreamFraming(ItemFraming ofTheProfile, boolean holdsManyItems, Bounds bounds) {

        static StreamFraming json(Bounds bounds) {
            return new StreamFraming(
                    feed -> feed.peekSignificant() == '[' ? new JsonArray(feed, bounds) : new WholeStream(feed, bounds),
                    false,
                    bounds);
        }

        ItemFraming as(Framing framing) {
            return switch (framing) {
                case OF_THE_PROFILE -> ofTheProfile;
                case JSON_ARRAY -> feed -> new JsonArray(feed, bounds);
                case JSON_LINES -> feed -> new JsonLines(feed, bounds);
            };
        }
    }
}
