package io.plantgate.delivery.plc;

import com.digitalpetri.modbus.pdu.ModbusRequestPdu;
import com.digitalpetri.modbus.pdu.ReadHoldingRegistersRequest;
import com.digitalpetri.modbus.pdu.WriteMultipleRegistersRequest;
import com.digitalpetri.modbus.pdu.WriteSingleRegisterRequest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import io.plantgate.operation.DeviceWord;
import io.plantgate.operation.DeviceWrite;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Holding registers in which a controller keeps operations, so that it can refuse repeats itself.
 *
 * <p>Request: number (2 registers), first 8 bytes of the digest (4), written in one frame together with the order in front of
 * it, or last and in a frame of its own. Answers: so many entries of number (2), digest (4), state (1) and code (1), newest
 * anywhere. Most significant register first. The controller acts on the order only if no entry has the request's number.
 *
 * @param orders address of the first register of the order, which reaches up to the request; -1 if the order lies elsewhere
 *     and is written before
 * @param request address of the request
 * @param answers address of the first entry
 * @param entries how many operations it remembers
 */
record HandshakeBlock(int orders, int request, int answers, int entries) {

    private static final Set<String> KEYS = Set.of("orders", "request", "answers", "entries");
    private static final String NUMBER_TAKEN = "HANDSHAKE_NUMBER_TAKEN";
    private static final int REQUEST_REGISTERS = 6;
    private static final int ENTRY_REGISTERS = 8;
    private static final int DIGEST_BYTES = 8;
    // A single read carries 125 registers.
    private static final int ENTRIES_MAX = 15;

    // One write carries 123.
    private static final int WRITTEN_MAX = 123;

    private static final int RUNNING = 1;
    private static final int DONE = 2;
    private static final int REFUSED = 3;
    private static final int FAILED = 4;

    static HandshakeBlock of(JsonNode object) {
        Settings settings = Settings.of("handshake", object, KEYS);
        HandshakeBlock block = new HandshakeBlock(
                settings.number("orders", 0, 65_535, -1),
                settings.number("request", 0, 65_535),
                settings.number("answers", 0, 65_535),
                settings.number("entries", 1, ENTRIES_MAX));
        block.check();
        return block;
    }

    private void check() {
        if (orders >= request || takesOrders() && request - orders + REQUEST_REGISTERS > WRITTEN_MAX) {
            throw new IllegalArgumentException(
                    "handshake.orders: the order lies directly before the request, and both fit into one write of %d registers"
                            .formatted(WRITTEN_MAX));
        }
        int first = takesOrders() ? orders : request;
        if (answers < request + REQUEST_REGISTERS && answers + entries * ENTRY_REGISTERS > first) {
            throw new IllegalArgumentException(
                    "handshake.answers: the entries overlap with what is written; the controller alone writes them");
        }
    }

    /** Whether order and request are written in one frame, so that no other write can come in between. */
    boolean takesOrders() {
        return orders >= 0;
    }

    WriteMultipleRegistersRequest requesting(DeviceWrite write) {
        return new WriteMultipleRegistersRequest(request, REQUEST_REGISTERS, number(write));
    }

    /**
     * Order and request. Registers of the order that the command does not write are 0.
     *
     * @param writing what writes the order's values
     */
    WriteMultipleRegistersRequest ordering(DeviceWrite write, List<ModbusRequestPdu> writing)
            throws UnwritableValueException {
        ByteBuffer frame = ByteBuffer.allocate(2 * (request - orders + REQUEST_REGISTERS));
        for (int i = 0; i < writing.size(); i++) {
            put(frame, write.writes().get(i).tag().name(), writing.get(i));
        }
        frame.put(2 * (request - orders), number(write));
        return new WriteMultipleRegistersRequest(orders, frame.capacity() / 2, frame.array());
    }

    private void put(ByteBuffer frame, String tag, ModbusRequestPdu writing) throws UnwritableValueException {
        if (writing instanceof WriteSingleRegisterRequest one && holds(one.address(), 1)) {
            frame.putShort(2 * (one.address() - orders), (short) one.value());
        } else if (writing instanceof WriteMultipleRegistersRequest many && holds(many.address(), many.quantity())) {
            frame.put(2 * (many.address() - orders), many.values());
        } else {
            throw new UnwritableValueException("%s lies not in the order's registers, which are holding %d to %d"
                    .formatted(tag, orders, request - 1));
        }
    }

    /** The registers that are written, in the words of {@link ModbusTag#places()}. */
    Stream<String> places() {
        return IntStream.range(takesOrders() ? orders : request, request + REQUEST_REGISTERS)
                .mapToObj(number -> "holding " + number);
    }

    /** Whether a tag lies in the order's registers. */
    boolean holds(ModbusTag tag) {
        return tag.table() == ModbusTag.Table.HOLDING
                && holds(tag.address(), tag.type().registers());
    }

    private boolean holds(int address, int quantity) {
        return address >= orders && address + quantity <= request;
    }

    private static byte[] number(DeviceWrite write) {
        return ByteBuffer.allocate(2 * REQUEST_REGISTERS)
                .putInt(write.operationNumber())
                .put(shortDigest(write))
                .array();
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

    /** Whether an entry has the operation's number and is not its own. */
    static boolean isAnothers(DeviceWord word) {
        return word instanceof DeviceWord.Refused refused && refused.code().equals(NUMBER_TAKEN);
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
            return new DeviceWord.Refused(NUMBER_TAKEN, evidence + "; another digest was asked for");
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
