package io.plantgate.delivery.plc;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.plc4x.java.api.exceptions.PlcInvalidTagException;
import org.apache.plc4x.java.api.model.PlcTag;
import org.apache.plc4x.java.s7.readwrite.TransportSize;
import org.apache.plc4x.java.s7.readwrite.tag.S7PlcTagHandler;
import org.apache.plc4x.java.s7.readwrite.tag.S7StringFixedLengthTag;
import org.apache.plc4x.java.s7.readwrite.tag.S7Tag;

/**
 * The bits of a controller's memory that an address of PLC4X stands for. The same memory has several addresses, e.g. {@code
 * %DB1.DBW0:INT} and {@code %DB1:0:INT}, and one may lie inside another.
 */
final class S7Bits {

    // A STRING has its greatest and its present length in a byte each, a WSTRING in two; without a length they hold
    // 254.
    private static final int LENGTHS = 2;
    private static final int STRING_LENGTH_MAX = 254;

    private S7Bits() {}

    /**
     * One text for each bit, e.g. {@code DATA_BLOCKS 1, byte 4, bit 0}.
     *
     * @throws IllegalArgumentException if PLC4X does not know such an address, or it is nothing in a memory
     */
    static Stream<String> of(String tagName, String address) {
        S7Tag tag = parse(tagName, address);
        String area = tag.getMemoryArea() + " " + tag.getBlockNumber();
        long first = 8L * tag.getByteOffset() + tag.getBitOffset();
        return LongStream.range(first, first + (long) tag.getNumberOfElements() * bitsOfElement(tag))
                .mapToObj(bit -> "%s, byte %d, bit %d".formatted(area, bit / 8, bit % 8));
    }

    private static S7Tag parse(String tagName, String address) {
        try {
            PlcTag tag = new S7PlcTagHandler().parseTag(address);
            if (tag instanceof S7Tag memory) {
                return memory;
            }
        } catch (PlcInvalidTagException e) {
            throw new IllegalArgumentException(
                    "tags.%s.address is no S7 address (%s); it looks like %%DB1.DBX0.0:BOOL"
                            .formatted(tagName, e.getMessage()),
                    e);
        }
        throw new IllegalArgumentException(
                "tags.%s.address is no place in the controller's memory; it looks like %%DB1.DBX0.0:BOOL"
                        .formatted(tagName));
    }

    private static long bitsOfElement(S7Tag tag) {
        TransportSize type = tag.getDataType();
        return switch (type) {
            case BOOL -> 1;
            case STRING, WSTRING -> 8L * type.getSizeInBytes() * (LENGTHS + characters(tag));
            default -> 8L * type.getSizeInBytes();
        };
    }

    private static int characters(S7Tag tag) {
        return tag instanceof S7StringFixedLengthTag fixed ? fixed.getStringLength() : STRING_LENGTH_MAX;
    }
}
