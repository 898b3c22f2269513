package io.plantgate.intake.barcode;

import io.plantgate.event.VisibleText;
import io.plantgate.intake.barcode.ElementString.AmbiguousException;
import io.plantgate.intake.barcode.ElementString.WrongException;
import io.plantgate.intake.barcode.NormalCode.Ambiguous;
import io.plantgate.intake.barcode.NormalCode.Known;
import io.plantgate.intake.barcode.NormalCode.Refused;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One site's rules for what its scanners send. They make one form of what is one code: blanks, suffixes, the symbology
 * identifier (ISO/IEC 15424), letter case, the lengths of a GTIN, the order of GS1 elements. They never pad, repair or guess.
 *
 * @param suffixes what scanners add behind a code, e.g. carriage return and line feed
 * @param substitutions what a scanner sends in place of a character, e.g. {@code {GS}} for FNC1, or what another keyboard
 *     layout makes of it
 * @param foldCase true if letters differ in case only by chance
 * @param digitsAreGtins true if a code of digits is a GTIN unless its type says otherwise
 * @param lostSeparators which element strings are taken for ambiguous because an FNC1 may be lost
 */
public record BarcodeRules(
        List<String> suffixes,
        Map<String, String> substitutions,
        boolean foldCase,
        boolean digitsAreGtins,
        LostSeparators lostSeparators) {

    /** Element strings that break no rule, came without any FNC1, and could also be read with one. All are doubted aloud. */
    public enum LostSeparators {
        /** Those in which a right check digit or date proves what was swallowed. */
        EVIDENT,
        /** A serial in a batch, or a batch in a serial, as well. */
        ANY,
        NEVER
    }

    private static final Pattern SYMBOLOGY = Pattern.compile("^](?<code>[A-Za-z])(?<modifier>[0-9A-Z])");
    // GS1-128, GS1 DataBar and composites, GS1 DataMatrix, GS1 QR Code, GS1 DotCode (General Specifications, 5.1.3).
    private static final List<String> GS1_SYMBOLOGIES = List.of("]C1", "]e0", "]e1", "]e2", "]d2", "]Q3", "]J1");
    private static final List<String> GTIN_SYMBOLOGIES = List.of("]E0", "]E4", "]I1");
    private static final Pattern SPREADSHEET = Pattern.compile("[0-9]+([.,][0-9]+)?[eE][+][0-9]+");
    // What the row of digits gives under a French layout: a keyboard scanner and a computer that disagree.
    private static final Pattern GARBLED_DIGITS = Pattern.compile("[&é\"'(\\-è_çà]{6,}");
    private static final Pattern READABLE_ELEMENTS = Pattern.compile("^\\([0-9]{2,4}\\).*", Pattern.DOTALL);

    public BarcodeRules(
            List<String> suffixes, Map<String, String> substitutions, boolean foldCase, boolean digitsAreGtins) {
        this(suffixes, substitutions, foldCase, digitsAreGtins, LostSeparators.EVIDENT);
    }

    public BarcodeRules {
        suffixes = List.copyOf(suffixes);
        substitutions = Map.copyOf(substitutions);
    }

    /** Blanks, line ends and tabs behind a code are a scanner's habit; nothing is substituted. */
    public static BarcodeRules defaults() {
        return new BarcodeRules(List.of("\r\n", "\r", "\n", "\t"), Map.of(), false, false);
    }

    /** Text without outer blanks and without the suffixes that scanners add. */
    public String stripped(String text) {
        String stripped = text.strip().isEmpty() ? "" : withoutBlanks(text);
        String before;
        do {
            before = stripped;
            for (String suffix : suffixes) {
                if (!suffix.isEmpty() && stripped.endsWith(suffix)) {
                    stripped = withoutBlanks(stripped.substring(0, stripped.length() - suffix.length()));
                }
            }
        } while (!before.equals(stripped));
        return stripped;
    }

    /**
     * The one form of a code.
     *
     * @param type the symbology as the client calls it, or null
     */
    public NormalCode normal(String raw, String type) {
        String text = stripped(raw);
        for (Map.Entry<String, String> substitution : substitutions.entrySet()) {
            text = text.replace(substitution.getKey(), substitution.getValue());
        }
        Optional<String> control = controlCharacter(text);
        if (control.isPresent()) {
            return new Refused("holds the control character " + control.get()
                    + "; only FNC1 (0x1D) and configured suffixes may stand in a code");
        }
        Matcher symbology = SYMBOLOGY.matcher(text);
        String identifier = symbology.find() ? symbology.group() : "";
        return kind(text.substring(identifier.length()), identifier, type == null ? "" : key(type));
    }

    private NormalCode kind(String text, String symbology, String type) {
        if (SPREADSHEET.matcher(text).matches()) {
            return new Refused("'" + text + "' is a number as spreadsheets write it; its digits are lost."
                    + " Format the column as text and export it again");
        }
        if (GS1_SYMBOLOGIES.contains(symbology) || type.startsWith("GS1") || text.indexOf(ElementString.FNC1) >= 0) {
            return elements(text);
        }
        if (GTIN_SYMBOLOGIES.contains(symbology) || isGtinType(type)) {
            return gtin(text);
        }
        boolean digits = Gtin.isDigits(text);
        if (digitsAreGtins
                && type.isEmpty()
                && (digits || GARBLED_DIGITS.matcher(text).matches())) {
            return gtin(text);
        }
        return new Known("code:" + (foldCase ? text.toUpperCase(Locale.ROOT) : text));
    }

    private static NormalCode gtin(String text) {
        if (GARBLED_DIGITS.matcher(text).matches()) {
            return new Refused("'" + text + "' is what digits become under another keyboard layout."
                    + " Set the scanner to the computer's layout, or name the substitutions in the profile");
        }
        if (!Gtin.isDigits(text)) {
            return new Refused("'" + VisibleText.of(text, 60) + "' is no number of 8, 12, 13 or 14 digits");
        }
        return Gtin.of(text)
                .map(gtin -> (NormalCode) new Known("gtin:" + gtin))
                .orElseGet(() -> new Refused("'" + text
                        + "' has not 8, 12, 13 or 14 digits with a right check digit; leading zeros may be lost."
                        + " Nothing is padded by guess"));
    }

    private NormalCode elements(String text) {
        String bare = unbracketed(text);
        try {
            List<ElementString.Element> elements = ElementString.parse(bare);
            String normal = ElementString.normal(elements);
            // Brackets are typed: no scanner lost anything of them.
            return bare.equals(text)
                    ? LostSeparator.in(text, elements)
                            .map(lost -> doubtful(normal, lost))
                            .orElseGet(() -> new Known(normal))
                    : new Known(normal);
        } catch (AmbiguousException e) {
            return new Ambiguous("raw:" + text, e.getMessage());
        } catch (WrongException e) {
            return new Refused("is no GS1 element string: " + e.getMessage());
        }
    }

    private NormalCode doubtful(String normal, LostSeparator lost) {
        boolean ambiguous =
                switch (lostSeparators) {
                    case EVIDENT -> lost.evident();
                    case ANY -> true;
                    case NEVER -> false;
                };
        return ambiguous ? new Ambiguous(normal, lost.otherwise()) : new Known(normal, lost.otherwise());
    }

    // The text under a symbol, typed in: each bracket begins an element, so nothing is lost.
    private static String unbracketed(String text) {
        if (!READABLE_ELEMENTS.matcher(text).matches() || text.indexOf(ElementString.FNC1) >= 0) {
            return text;
        }
        return text.replaceAll("\\(([0-9]{2,4})\\)", ElementString.FNC1 + "$1");
    }

    private static boolean isGtinType(String type) {
        return switch (type) {
            case "EAN8", "EAN13", "UPCA", "ITF14", "GTIN", "GTIN8", "GTIN12", "GTIN13", "GTIN14" -> true;
            default -> false;
        };
    }

    private static String key(String type) {
        return type.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "");
    }

    // Not strip(): it would take FNC1 for a blank.
    private static String withoutBlanks(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isBlank(text.charAt(from))) {
            from++;
        }
        while (to > from && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\u00A0' || c == '\u3000' || c == '\uFEFF';
    }

    private static Optional<String> controlCharacter(String text) {
        return text.codePoints()
                .filter(c -> Character.isISOControl(c) && c != ElementString.FNC1
                        || Character.getType(c) == Character.SURROGATE)
                .mapToObj("0x%02X"::formatted)
                .findFirst();
    }
}
