package io.plantgate.delivery.sms;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * The GSM 7 bit default alphabet with its extension table (3GPP TS 23.038, 6.2.1 and 6.2.1.1). A septet stands in an octet
 * of its own, as SMPP carries them; the centre packs them.
 */
final class GsmAlphabet {

    private static final byte ESCAPE = 0x1B;

    /** The position is the septet's value; 0x1B, the escape, stands for itself and is no character of a text. */
    private static final String BASIC = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
            + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";

    /** Each takes two septets: the escape and this one. */
    private static final Map<Character, Byte> EXTENSION = Map.of(
            '\f', (byte) 0x0A,
            '^', (byte) 0x14,
            '{', (byte) 0x28,
            '}', (byte) 0x29,
            '\\', (byte) 0x2F,
            '[', (byte) 0x3C,
            '~', (byte) 0x3D,
            ']', (byte) 0x3E,
            '|', (byte) 0x40,
            '€', (byte) 0x65);

    private static final Map<Character, Byte> SEPTETS = septets();
    private static final Map<Byte, Character> EXTENDED = extended();

    private GsmAlphabet() {}

    /** True if every character of the text is in one of the two tables. */
    static boolean canSay(String text) {
        return text.chars().allMatch(unit -> septetsOf((char) unit) > 0);
    }

    /** One or two septets; 0 for a character that the alphabet does not have. */
    static int septetsOf(char character) {
        if (SEPTETS.containsKey(character)) {
            return 1;
        }
        return EXTENSION.containsKey(character) ? 2 : 0;
    }

    /** @throws IllegalArgumentException if a character is in neither table */
    static byte[] encode(String text) {
        var octets = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            write(octets, text.charAt(i));
        }
        return octets.toByteArray();
    }

    private static void write(ByteArrayOutputStream octets, char character) {
        Byte septet = SEPTETS.get(character);
        if (septet != null) {
            octets.write(septet);
            return;
        }
        Byte extended = EXTENSION.get(character);
        if (extended == null) {
            throw new IllegalArgumentException(
                    "U+%04X is not in the GSM 7 bit default alphabet".formatted((int) character));
        }
        octets.write(ESCAPE);
        octets.write(extended);
    }

    /**
     * What a receiver reads. After an escape, a septet that the extension table does not have is read from the basic table, as the
     * standard asks of a receiver; an escape at the end is a space.
     */
    static String decode(byte[] octets) {
        var text = new StringBuilder(octets.length);
        for (int i = 0; i < octets.length; i++) {
            if (octets[i] == ESCAPE) {
                i++;
                text.append(i < octets.length ? afterEscape(octets[i]) : ' ');
            } else {
                text.append(BASIC.charAt(octets[i] & 0x7F));
            }
        }
        return text.toString();
    }

    private static char afterEscape(byte septet) {
        Character extended = EXTENDED.get(septet);
        return extended != null ? extended : BASIC.charAt(septet & 0x7F);
    }

    private static Map<Character, Byte> septets() {
        Map<Character, Byte> septets = new HashMap<>();
        for (int i = 0; i < BASIC.length(); i++) {
            septets.put(BASIC.charAt(i), (byte) i);
        }
        septets.remove((char) ESCAPE);
        return Map.copyOf(septets);
    }

    private static Map<Byte, Character> extended() {
        Map<Byte, Character> extended = new HashMap<>();
        EXTENSION.forEach((character, septet) -> extended.put(septet, character));
        return Map.copyOf(extended);
    }
}
