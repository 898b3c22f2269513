package io.plantgate.inlet.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Headers {@code ce-*}: attributes of a CloudEvent, quoted and percent-encoded as the HTTP binding 1.0.2 says in section
 * 3.1.3.2, so that an event is the same however it was sent. One round is decoded. A percent sign that begins no sequence
 * stands for itself; octets that are not UTF-8 must be refused.
 */
final class AttributeHeader {

    private static final String PREFIX = "ce-";

    // No database keeps it, so the fact is left out, and an event that lacks an attribute is quarantined.
    private static final String NO_TEXT = "\0";

    private AttributeHeader() {}

    /** The value of any header: decoded if it is an attribute, as it is if not. */
    static String valueOf(String name, String value) {
        boolean attribute = name.toLowerCase(Locale.ROOT).startsWith(PREFIX);
        return attribute ? percentDecoded(unquoted(value.strip())) : value;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1") : value;
    }

    private static String percentDecoded(String value) {
        StringBuilder text = new StringBuilder(value.length());
        int at = 0;
        while (at < value.length()) {
            ByteArrayOutputStream octets = new ByteArrayOutputStream();
            while (isSequence(value, at)) {
                octets.write(Integer.parseInt(value, at + 1, at + 3, 16));
                at += 3;
            }
            if (octets.size() > 0) {
                text.append(utf8(octets.toByteArray()));
            } else {
                text.append(value.charAt(at++));
            }
        }
        return text.toString();
    }

    private static boolean isSequence(String value, int at) {
        return at + 2 < value.length()
                && value.charAt(at) == '%'
                && isHexDigit(value.charAt(at + 1))
                && isHexDigit(value.charAt(at + 2));
    }

    private static boolean isHexDigit(char c) {
        return c < 0x80 && Character.digit(c, 16) >= 0;
    }

    private static String utf8(byte[] octets) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException e) {
            return NO_TEXT;
        }
    }
}
