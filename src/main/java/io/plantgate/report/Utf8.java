package io.plantgate.report;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** UTF-8 that is refused where it would be lossy. */
final class Utf8 {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private Utf8() {}

    /** @throws CharacterCodingException for a lone surrogate, which UTF-8 cannot carry */
    static byte[] encode(String text) throws CharacterCodingException {
        ByteBuffer bytes = StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .encode(CharBuffer.wrap(text));
        byte[] exact = new byte[bytes.remaining()];
        bytes.get(exact);
        return exact;
    }

    static int afterByteOrderMark(byte[] bytes) {
        boolean marked = bytes.length >= 3
                && bytes[0] == BYTE_ORDER_MARK[0]
                && bytes[1] == BYTE_ORDER_MARK[1]
                && bytes[2] == BYTE_ORDER_MARK[2];
        return marked ? BYTE_ORDER_MARK.length : 0;
    }

    static boolean isBlank(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
                return false;
            }
        }
        return true;
    }
}
