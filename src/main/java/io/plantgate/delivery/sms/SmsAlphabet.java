package io.plantgate.delivery.sms;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/** In what a text is written on the air (3GPP TS 23.038, section 4 and 6.2); a message is in one of them as a whole. */
enum SmsAlphabet {

    /** 7 bits a character, 14 for those of the extension table. */
    GSM_7BIT(0x00) {
        @Override
        int unitsOf(int codePoint) {
            return GsmAlphabet.septetsOf((char) codePoint);
        }

        @Override
        int unitsIn(int octets) {
            return octets * Byte.SIZE / 7;
        }

        @Override
        byte[] encode(String text) {
            return GsmAlphabet.encode(text);
        }

        @Override
        String decode(byte[] octets) {
            return GsmAlphabet.decode(octets);
        }
    },

    /** 16 bits a unit, big endian; a character beyond U+FFFF, such as an emoji, is a pair of units, as phones read it. */
    UCS2(0x08) {
        @Override
        int unitsOf(int codePoint) {
            return Character.charCount(codePoint);
        }

        @Override
        int unitsIn(int octets) {
            return octets / Character.BYTES;
        }

        @Override
        byte[] encode(String text) {
            ByteBuffer octets = ByteBuffer.allocate(text.length() * Character.BYTES);
            octets.asCharBuffer().put(text);
            return octets.array();
        }

        @Override
        String decode(byte[] octets) {
            CharBuffer units = ByteBuffer.wrap(octets).asCharBuffer();
            return units.toString();
        }
    };

    private final byte dataCoding;

    SmsAlphabet(int dataCoding) {
        this.dataCoding = (byte) dataCoding;
    }

    /** The smallest alphabet that can say the text. */
    static SmsAlphabet of(String text) {
        return GsmAlphabet.canSay(text) ? GSM_7BIT : UCS2;
    }

    /** SMPP's data_coding (SMPP 3.4, 5.2.19): 0 is the centre's default alphabet. */
    byte dataCoding() {
        return dataCoding;
    }

    /** What a character costs, in septets or UCS-2 units. */
    abstract int unitsOf(int codePoint);

    /** How many units go into so many octets of user data. */
    abstract int unitsIn(int octets);

    /** As SMPP carries it: a septet or half a unit in an octet. */
    abstract byte[] encode(String text);

    abstract String decode(byte[] octets);
}
