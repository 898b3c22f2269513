package io.plantgate.intake;

import io.plantgate.event.ReasonCode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Strict decoding: bytes that are not of the declared charset are refused, never replaced. */
final class Utf8 {

    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private Utf8() {}

    /** Refuses bytes that are no UTF-8 (RFC 3629). */
    static void check(byte[] bytes) throws Unreadable {
        for (byte b : bytes) {
            if (b < 0) {
                decode(bytes, StandardCharsets.UTF_8);
                return;
            }
        }
    }

    static String decode(byte[] bytes, Charset charset) throws Unreadable {
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            CharBuffer text = decoder.decode(in);
            return text.toString();
        } catch (CharacterCodingException e) {
            throw new Unreadable(
                    ReasonCode.NOT_DECODABLE,
                    "byte " + in.position() + " (0x" + String.format("%02X", bytes[in.position()] & 0xFF) + ") is not "
                            + charset.name() + ". Correct the source, or declare its charset in the profile.");
        }
    }

    static int bomLength(byte[] bytes) {
        boolean there = bytes.length >= 3 && bytes[0] == BOM[0] && bytes[1] == BOM[1] && bytes[2] == BOM[2];
        return there ? BOM.length : 0;
    }
}
