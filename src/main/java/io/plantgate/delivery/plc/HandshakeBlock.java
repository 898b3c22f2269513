package io.plantgate.delivery.plc;

import com.digitalpetri.modbus.pdu.ReadHoldingRegistersRequest;
import com.digitalpetri.modbus.pdu.WriteMultipleRegistersRequest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.DeviceWrite;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/**
 * Holding registers in which a controller keeps operations, so that it can refuse repeats itself.
 *
 * <p>Request, written last and in one frame: number (2 registers), first 8 bytes of the digest (4). Answers: so many entries
 * of number (2), digest (4), state (1) and code (1), newest anywhere. Most significant register first. The controller acts on
 * the values that were written before only if no entry has the request's number.
 *
 * @param request address of the request
 * @param answers address of the first entry
 * @param entries how many operations it remembers
 */
record HandshakeBlock(int request, int answers, int entries) {

    private static final Set<String> KEYS = Set.of("request", "answers", "entries");
    private static final int REQUEST_REGISTERS = 6;
    private static final int ENTRY_REGISTERS = 8;
    private static final int DIGEST_BYTES = 8;
    // A single read carries 125 registers.
    private static final int ENTRIES_MAX = 15;

    private static final int RUNNING = 1;
    private static final int DONE = 2;
    private static final int REFUSED = 3;
    private static final int FAILED = 4;

    static HandshakeBlock of(JsonNode object) {
        Settings settings = Settings.of("handshake", object, KEYS);
        return new HandshakeBlock(
                settings.number("request", 0, 65_535),
                settings.number("answers", 0, 65_535),
                settings.number("entries", 1, ENTRIES_MAX));
    }

    WriteMultipleRegistersRequest requesting(DeviceWrite write) {
        byte[] registers = ByteBuffer.allocate(2 * REQUEST_REGISTERS)
                .putInt(write.operationNumber())
                .put(shortDigest(write))
                .array();
        return new WriteMultipleRegistersRequest(request, REQUEST_REGISTERS, registers);
    }

    ReadHoldingRegistersRequest asking() {
        return new ReadHoldingRegistersRequest(answers, entries * ENTRY_REGISTERS);
    }

    /** What the entries say about an operation; empty if none has its number. */
    Optional<DeviceWord> word(DeviceWrite write, byte[] registers) {
        ByteBuffer buffer = ByteBuffer.wrap(registers);
        while (buffer.remaining() >= 2 * ENTRY_REGISTERS) {
            ByteBuffer entry = buffer.slice(buffer.position(), 2 * ENTRY_REGISTERS);
            if (entry.getInt() == write.operationNumber()) {
                return Optional.of(word(write, entry));
            }
            buffer.position(buffer.position() + 2 * ENTRY_REGISTERS);
        }
        return Optional.empty();
    }

    boolean isWhole(byte[] registers) {
        return registers.length == 2 * ENTRY_REGISTERS * entries;
    }

    private static DeviceWord word(DeviceWrite write, ByteBuffer entry) {
        byte[] digest = new byte[DIGEST_BYTES];
        entry.get(digest);
        int state = entry.getShort() & 0xFFFF;
        int code = entry.getShort() & 0xFFFF;
        String evidence = "handshake: number %d, digest %s…, state %d, code %d"
                .formatted(write.operationNumber(), HexFormat.of().formatHex(digest), state, code);
        if (!ByteBuffer.wrap(digest).equals(ByteBuffer.wrap(shortDigest(write)))) {
            // The controller has used this number for something else, and so it will not use it again.
            return new DeviceWord.Refused("HANDSHAKE_NUMBER_TAKEN", evidence + "; another digest was asked for");
        }
        return switch (state) {
            case RUNNING -> new DeviceWord.Accepted(String.valueOf(write.operationNumber()), evidence);
            case DONE -> new DeviceWord.Done(NullNode.getInstance(), evidence);
            case REFUSED -> new DeviceWord.Refused("HANDSHAKE_" + code, evidence);
            case FAILED -> new DeviceWord.Failed("HANDSHAKE_" + code, evidence);
            default -> new DeviceWord.Unclear(evidence + ": no state that this block has");
        };
    }

    private static byte[] shortDigest(DeviceWrite write) {
        return HexFormat.of().parseHex(write.digest().substring(0, 2 * DIGEST_BYTES));
    }
}
