package io.plantgate.effect;

import java.util.List;
import java.util.Locale;

/**
 * Puts {@code ***} where a text says a secret: after the name of a password, token, key or cookie, and after Bearer and Basic.
 * Reads each character a bounded number of times, whatever a target wrote.
 */
final class Secrets {

    private static final String MASK = "***";
    private static final int CREDENTIALS_LENGTH_MIN = 6;
    private static final List<String> NAMES = List.of(
            "password", "passwd", "pwd", "secret", "token", "apikey", "api_key", "api-key", "authorization", "cookie");
    private static final String SESSION = "jsessionid";

    private final String text;
    private final StringBuilder hidden = new StringBuilder();
    private int kept;

    private Secrets(String text) {
        this.text = text;
    }

    static String hide(String text) {
        Secrets secrets = new Secrets(text);
        secrets.hideAll();
        return secrets.hidden.append(text, secrets.kept, text.length()).toString();
    }

    private void hideAll() {
        int at = 0;
        while (at < text.length()) {
            if (isNamePart(text.charAt(at))) {
                int end = endOfName(at);
                at = afterName(text.substring(at, end).toLowerCase(Locale.ROOT), end);
            } else {
                at++;
            }
        }
    }

    /** Where reading goes on behind a name that ends there. */
    private int afterName(String name, int end) {
        if (isScheme(name)) {
            return afterScheme(end);
        }
        if (!name.equals(SESSION) && NAMES.stream().noneMatch(name::endsWith)) {
            return end;
        }
        int sign = spaces(quote(end));
        if (sign == text.length() || ":=".indexOf(text.charAt(sign)) < 0) {
            return end;
        }
        int value = spaces(sign + 1);
        int valueEnd = endOfValue(value);
        // "Authorization: Bearer …": its scheme is the next name.
        boolean scheme = isScheme(text.substring(value, valueEnd).toLowerCase(Locale.ROOT));
        return scheme || value == valueEnd ? value : mask(value, valueEnd);
    }

    private int afterScheme(int end) {
        int from = spaces(end);
        int to = from;
        while (to < text.length() && (isNamePart(text.charAt(to)) || ".~+/=".indexOf(text.charAt(to)) >= 0)) {
            to++;
        }
        return from > end && to - from >= CREDENTIALS_LENGTH_MIN ? mask(from, to) : end;
    }

    private static boolean isScheme(String name) {
        return name.equals("bearer") || name.equals("basic");
    }

    private int mask(int from, int to) {
        hidden.append(text, kept, from).append(MASK);
        kept = to;
        return to;
    }

    private int endOfName(int from) {
        int end = from;
        while (end < text.length() && isNamePart(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** A text that was cut has no second quote: then all the rest is the value. */
    private int endOfValue(int from) {
        int begin = quote(from);
        if (begin == from) {
            int end = from;
            while (end < text.length() && " \t\r\n\f\u000B,;&}\"<".indexOf(text.charAt(end)) < 0) {
                end++;
            }
            return end;
        }
        // Within a text in JSON the quotes themselves are escaped.
        boolean escaped = begin - from > 1;
        int end = begin;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' && !escaped ? 2 : 1;
        }
        return Math.min(text.length(), end + 1);
    }

    private int quote(int at) {
        int quote = at < text.length() && text.charAt(at) == '\\' ? at + 1 : at;
        return quote < text.length() && text.charAt(quote) == '"' ? quote + 1 : at;
    }

    private int spaces(int from) {
        int at = from;
        while (at < text.length() && " \t\r\n\f\u000B".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    private static boolean isNamePart(char letter) {
        return letter >= 'a' && letter <= 'z'
                || letter >= 'A' && letter <= 'Z'
                || letter >= '0' && letter <= '9'
                || letter == '_'
                || letter == '-';
    }
}
