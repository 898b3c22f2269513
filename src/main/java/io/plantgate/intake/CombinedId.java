package io.plantgate.intake;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An id that carries bootId and transitionId in one text, such as {@code B17:T91} for the pattern
 * {@code {bootId}:{transitionId}}. Inside the parts, {@code %} and every character of the separator are written as
 * {@code %XX} of their UTF-8 bytes (RFC 3986 section 2.1, upper case), so that the separator stands once and the two
 * parts can always be told again. Anything else has no bootId and no transitionId: nothing is guessed.
 */
final class CombinedId {

    private static final Pattern PATTERN =
            Pattern.compile("\\{(bootId|transitionId)}([^{}%A-Za-z0-9]+)\\{(bootId|transitionId)}");
    private static final Pattern ESCAPE = Pattern.compile("%([0-9A-F]{2})");

    private final PartPlace place;
    private final String pattern;
    private final String separator;
    private final boolean bootFirst;

    private CombinedId(PartPlace place, String pattern, String separator, boolean bootFirst) {
        this.place = place;
        this.pattern = pattern;
        this.separator = separator;
        this.bootFirst = bootFirst;
    }

    /** The two parts. */
    record Parts(String bootId, String transitionId) {}

    /** Empty if the pattern is not two different placeholders around a separator. */
    static Optional<CombinedId> of(PartPlace place, String pattern) {
        Matcher matcher = PATTERN.matcher(pattern);
        if (!matcher.matches() || matcher.group(1).equals(matcher.group(3))) {
            return Optional.empty();
        }
        boolean bootFirst = matcher.group(1).equals("bootId");
        return Optional.of(new CombinedId(place, pattern, matcher.group(2), bootFirst));
    }

    Place place() {
        return place.place();
    }

    String pattern() {
        return pattern;
    }

    /** The parts of this item's id; empty if it is missing or not of the pattern. */
    Optional<Parts> in(ReadItem item) throws Unreadable {
        String id = place.textIn(item, "id");
        return id == null ? Optional.empty() : split(id);
    }

    private Optional<Parts> split(String id) {
        int at = id.indexOf(separator);
        if (at <= 0 || at + separator.length() == id.length() || id.indexOf(separator, at + 1) >= 0) {
            return Optional.empty();
        }
        Optional<String> first = unescape(id.substring(0, at));
        Optional<String> second = unescape(id.substring(at + separator.length()));
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(bootFirst ? new Parts(first.get(), second.get()) : new Parts(second.get(), first.get()));
    }

    // Only what escaping would give back is accepted: two spellings of one part would be two identities.
    private Optional<String> unescape(String text) {
        byte[] latin = ESCAPE.matcher(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .replaceAll(
                        found -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(found.group(1), 16))))
                .getBytes(StandardCharsets.ISO_8859_1);
        String part = new String(latin, StandardCharsets.UTF_8);
        return escape(part).equals(text) ? Optional.of(part) : Optional.empty();
    }

    private String escape(String part) {
        StringBuilder escaped = new StringBuilder();
        part.codePoints().forEach(c -> {
            String one = Character.toString(c);
            escaped.append(c == '%' || separator.contains(one) ? percent(one) : one);
        });
        return escaped.toString();
    }

    private static String percent(String character) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : character.getBytes(StandardCharsets.UTF_8)) {
            escaped.append(String.format("%%%02X", b & 0xFF));
        }
        return escaped.toString();
    }
}
