package io.plantgate.site.lint;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a template's parameter may be. YAML routes know no types, so its description says it, for people and for the lint:
 * {@code One of: rename | done-file | stable-size.} or {@code A whole number from 1.}
 *
 * @param pattern of all values that are allowed
 * @param inWords for the remedy
 */
record AllowedValue(Pattern pattern, String inWords) {

    private static final Pattern CHOICE = Pattern.compile("\\bOne of: ([\\w-]+(?: \\| [\\w-]+)+)\\.");
    private static final Pattern NUMBER = Pattern.compile("\\bA whole number from ([01])\\b");

    /** Empty where the description promises nothing. */
    static Optional<AllowedValue> of(String description) {
        Matcher choice = CHOICE.matcher(description);
        if (choice.find()) {
            return Optional.of(ofChoice(choice.group(1)));
        }
        Matcher number = NUMBER.matcher(description);
        return number.find() ? Optional.of(ofNumber(number.group(1))) : Optional.empty();
    }

    private static AllowedValue ofChoice(String words) {
        String pattern = String.join(
                "|", Arrays.stream(words.split(" \\| ")).map(Pattern::quote).toList());
        return new AllowedValue(Pattern.compile(pattern), "one of " + words);
    }

    // Nine digits fit an int.
    private static AllowedValue ofNumber(String from) {
        return new AllowedValue(
                Pattern.compile(from.equals("0") ? "\\d{1,9}" : "0*[1-9]\\d{0,8}"), "a whole number from " + from);
    }

    /** A value with a placeholder is known at the start only. */
    boolean allows(String value) {
        return value.contains("{{") || pattern.matcher(value).matches();
    }
}
