package io.plantgate.event;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Optional;

/**
 * The rules for one part of an identity: NFC (Unicode Standard Annex 15), no control, invisible or unassigned
 * characters, no white space but single inner blanks U+0020, bounded in bytes of UTF-8. Blank text is no value.
 */
public enum IdentityPart {
    SOURCE("source", EventIdentity.SOURCE_BYTES_MAX),
    TRANSITION_ID("transitionId", EventIdentity.TRANSITION_ID_BYTES_MAX),
    BOOT_ID("bootId", EventIdentity.BOOT_ID_BYTES_MAX);

    private final String partName;
    private final int bytesMax;

    IdentityPart(String partName, int bytesMax) {
        this.partName = partName;
        this.bytesMax = bytesMax;
    }

    public String partName() {
        return partName;
    }

    public int bytesMax() {
        return bytesMax;
    }

    /** NFC; the text that is looked up and stored. */
    public static String normalise(String text) {
        return isAscii(text) ? text : Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    /** A reason why this normalised, non-blank text cannot be this part; empty if it can. */
    public Optional<Reason> refusal(String text) {
        Optional<ReasonCode> forbidden = forbiddenIn(text);
        if (forbidden.isPresent()) {
            return Optional.of(new Reason(
                    forbidden.get(),
                    partName + " holds a character that no identity may hold: '" + text
                            + "'. Correct it at the source."));
        }
        if (utf8Length(text) > bytesMax) {
            return Optional.of(new Reason(
                    ReasonCode.IDENTITY_TOO_LONG,
                    partName + " has " + utf8Length(text) + " bytes, at most " + bytesMax + " are allowed."));
        }
        return Optional.empty();
    }

    /** True for text that is empty or white space only: not a value. */
    public static boolean isBlank(String text) {
        // No white space lies beyond the Basic Multilingual Plane, so that half characters need no pairing.
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isWhitespace(c) && !Character.isSpaceChar(c)) {
                return false;
            }
        }
        return true;
    }

    private static Optional<ReasonCode> forbiddenIn(String text) {
        int length = text.length();
        for (int i = 0; i < length; ) {
            int codePoint = text.codePointAt(i);
            boolean atEdge = i == 0 || i == length - 1;
            i += Character.charCount(codePoint);
            if (codePoint > 0x20 && codePoint < 0x7F || codePoint == 0x20 && !atEdge) {
                continue;
            }
            if (Character.getType(codePoint) == Character.CONTROL) {
                return Optional.of(ReasonCode.IDENTITY_CONTROL_CHARACTER);
            }
            if (isForbidden(codePoint)) {
                return Optional.of(ReasonCode.IDENTITY_FORBIDDEN_CHARACTER);
            }
        }
        return Optional.empty();
    }

    private static boolean isForbidden(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }

    private static int utf8Length(String text) {
        return isAscii(text) ? text.length() : text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0x7F) {
                return false;
            }
        }
        return true;
    }
}
