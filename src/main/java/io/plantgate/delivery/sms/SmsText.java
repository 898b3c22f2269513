package io.plantgate.delivery.sms;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/**
 * A text as it goes over the air: the alphabet that it needs, and where it is cut. A short message has 140 octets (3GPP TS
 * 23.040, 9.2.3.16): 160 septets or 70 UCS-2 units alone, 153 or 67 in each part of several. A cut never parts the
 * two septets of an extended character, nor the two units of a character beyond U+FFFF.
 */
final class SmsText {

    /** The number of parts is one octet. */
    static final int SEGMENTS_MAX = 255;

    private static final int OCTETS = 140;
    private static final String CUT_MARK = "...";

    private final String text;
    private final SmsAlphabet alphabet;
    private final ReferenceWidth width;
    private final List<String> segments;

    private SmsText(String text, ReferenceWidth width) {
        this.text = text;
        this.width = width;
        this.alphabet = SmsAlphabet.of(text);
        this.segments = unitsOf(text) <= alphabet.unitsIn(OCTETS) ? List.of(text) : cut();
    }

    /** @param text put into composed form first (NFC): a letter with a separate accent costs more and may need UCS-2 */
    static SmsText of(String text, ReferenceWidth width) {
        return new SmsText(Normalizer.normalize(wellFormed(text), Normalizer.Form.NFC), width);
    }

    // Half of a surrogate pair is no character; a phone would show anything or nothing.
    private static String wellFormed(String text) {
        return text.codePoints()
                .map(point -> Character.getType(point) == Character.SURROGATE ? '\uFFFD' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    String text() {
        return text;
    }

    SmsAlphabet alphabet() {
        return alphabet;
    }

    /** How many short messages it takes, and costs. */
    int segments() {
        return segments.size();
    }

    /** The text between the cuts. */
    List<String> segmentTexts() {
        return segments;
    }

    /** What goes out, under one reference for all parts. */
    List<SmsPart> parts(int reference) {
        if (segments.size() == 1) {
            return List.of(SmsPart.alone(alphabet, text));
        }
        List<SmsPart> parts = new ArrayList<>(segments.size());
        for (int i = 0; i < segments.size(); i++) {
            byte[] header = width.header(reference, segments.size(), i + 1);
            parts.add(SmsPart.of(alphabet, segments.get(i), header, i + 1, segments.size()));
        }
        return List.copyOf(parts);
    }

    /** As much of it as fits, with three dots where it ends; itself if all of it fits. */
    SmsText shortenedTo(int segmentsMax) {
        if (segments.size() <= segmentsMax) {
            return this;
        }
        int fits = 0;
        int tooMuch = text.codePointCount(0, text.length());
        while (tooMuch - fits > 1) {
            int middle = (fits + tooMuch) >>> 1;
            if (beginning(middle).segments() <= segmentsMax) {
                fits = middle;
            } else {
                tooMuch = middle;
            }
        }
        return beginning(fits);
    }

    private SmsText beginning(int codePoints) {
        return new SmsText(text.substring(0, text.offsetByCodePoints(0, codePoints)) + CUT_MARK, width);
    }

    private int unitsOf(String some) {
        return some.codePoints().map(alphabet::unitsOf).sum();
    }

    private List<String> cut() {
        int unitsMax = alphabet.unitsIn(OCTETS - width.headerOctets());
        List<String> cuts = new ArrayList<>();
        int from = 0;
        int units = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int more = alphabet.unitsOf(text.codePointAt(i));
            if (units + more > unitsMax) {
                cuts.add(text.substring(from, i));
                from = i;
                units = 0;
            }
            units += more;
        }
        cuts.add(text.substring(from));
        return List.copyOf(cuts);
    }
}
