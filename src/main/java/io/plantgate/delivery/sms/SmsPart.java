package io.plantgate.delivery.sms;

import java.util.HexFormat;

/**
 * One short message of the one or several that carry a text.
 *
 * @param partNo from 1
 * @param partsTotal 1 if the text needs no cutting; then there is no header
 * @param hasHeader whether the octets begin with a user data header (SMPP's UDHI)
 * @param dataCoding SMPP's data_coding
 * @param octets header and text, SMPP's short_message
 */
record SmsPart(int partNo, int partsTotal, boolean hasHeader, byte dataCoding, byte[] octets) {

    static SmsPart alone(SmsAlphabet alphabet, String text) {
        return new SmsPart(1, 1, false, alphabet.dataCoding(), alphabet.encode(text));
    }

    static SmsPart of(SmsAlphabet alphabet, String text, byte[] header, int partNo, int partsTotal) {
        byte[] content = alphabet.encode(text);
        byte[] octets = new byte[header.length + content.length];
        System.arraycopy(header, 0, octets, 0, header.length);
        System.arraycopy(content, 0, octets, header.length, content.length);
        return new SmsPart(partNo, partsTotal, true, alphabet.dataCoding(), octets);
    }

    @Override
    public String toString() {
        return "part %d of %d, %s".formatted(partNo, partsTotal, HexFormat.of().formatHex(octets));
    }
}
