package io.plantgate.delivery.sms;

/**
 * How many bits the number has that the parts of one message share (3GPP TS 23.040, 9.2.3.24.1 and 9.2.3.24.8). A wider one is
 * met again later, and costs every part a septet.
 */
enum ReferenceWidth {
    /** Parts of 153 septets or 67 UCS-2 units. */
    EIGHT_BITS(0x00, 1),
    /** Parts of 152 septets or 66 UCS-2 units. */
    SIXTEEN_BITS(0x08, 2);

    /** Length of the header itself, element, length of the element, number of parts, this part. */
    private static final int OTHER_OCTETS = 5;

    private final byte element;
    private final int octets;

    ReferenceWidth(int element, int octets) {
        this.element = (byte) element;
        this.octets = octets;
    }

    /** What the header of a part takes of its 140 octets. */
    int headerOctets() {
        return OTHER_OCTETS + octets;
    }

    /** The low bits of the number. */
    int within(long number) {
        return (int) (number & ((1L << (octets * Byte.SIZE)) - 1));
    }

    /** The user data header of one part. */
    byte[] header(int reference, int partsTotal, int partNo) {
        byte[] header = new byte[headerOctets()];
        header[0] = (byte) (headerOctets() - 1);
        header[1] = element;
        header[2] = (byte) (octets + 2);
        for (int i = 0; i < octets; i++) {
            header[3 + i] = (byte) (reference >>> ((octets - 1 - i) * Byte.SIZE));
        }
        header[3 + octets] = (byte) partsTotal;
        header[4 + octets] = (byte) partNo;
        return header;
    }
}
