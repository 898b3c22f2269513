package io.plantgate.embedded.plc;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a controller's own program does with a handshake block: about thirty lines of structured text, as
 * {@code src/docs/how-to/add-a-controller.md} shows them. It alone decides whether an order is followed.
 */
final class HandshakeProgram {

    static final int FIRST = 100;
    static final int REGISTERS = 84;

    private static final int REQUEST = 110;
    private static final int REQUEST_REGISTERS = 6;
    private static final int ANSWERS = 120;
    private static final int ENTRIES = 8;
    private static final int ENTRY_BYTES = 16;

    private static final int DONE = 2;
    private static final int REFUSED = 3;
    private static final int STOP = 1;
    private static final int START = 2;
    private static final int SPEED = 3;
    private static final int SPEED_TENTHS_MAX = 300;

    private final Conveyor conveyor;
    private final DeviceLog log;
    private final ByteBuffer registers = ByteBuffer.allocate(2 * REGISTERS);
    private int newest;

    HandshakeProgram(Conveyor conveyor, DeviceLog log) {
        this.conveyor = conveyor;
        this.log = log;
    }

    boolean isOrder(int address) {
        return address == FIRST || address == FIRST + 1;
    }

    /** A request alone, or with the whole order in front of it. */
    boolean isRequest(int address, int quantity) {
        return (address == REQUEST || address == FIRST) && address + quantity == REQUEST + REQUEST_REGISTERS;
    }

    synchronized byte[] registers() {
        return registers.array().clone();
    }

    synchronized void order(int address, int value) {
        registers.putShort(at(address), (short) value);
    }

    /**
     * A new number is followed; one that is remembered changes nothing, whatever came with it.
     *
     * @param written up to the request's end
     */
    synchronized void request(byte[] written) {
        registers.put(at(REQUEST + REQUEST_REGISTERS) - written.length, written);
        byte[] request = Arrays.copyOfRange(written, written.length - 2 * REQUEST_REGISTERS, written.length);
        int number = ByteBuffer.wrap(request).getInt();
        if (isRemembered(number)) {
            log.refusedRepeatOf(String.valueOf(number));
            return;
        }
        int code = follow(number);
        int entry = at(ANSWERS) + ENTRY_BYTES * newest;
        registers.put(entry, request);
        registers.putShort(entry + request.length, (short) (code == 0 ? DONE : REFUSED));
        registers.putShort(entry + request.length + 2, (short) code);
        newest = (newest + 1) % ENTRIES;
    }

    private boolean isRemembered(int number) {
        for (int entry = 0; entry < ENTRIES; entry++) {
            if (registers.getInt(at(ANSWERS) + ENTRY_BYTES * entry) == number) {
                return true;
            }
        }
        return false;
    }

    /** 0, or the code of the refusal. */
    private int follow(int number) {
        String operation = String.valueOf(number);
        int speed = registers.getShort(at(FIRST + 1)) & 0xFFFF;
        switch (registers.getShort(at(FIRST))) {
            case STOP -> conveyor.run(false, operation);
            case START -> conveyor.run(true, operation);
            case SPEED -> {
                if (speed > SPEED_TENTHS_MAX) {
                    return 2;
                }
                conveyor.speed(speed, operation);
            }
            default -> {
                return 1;
            }
        }
        return 0;
    }

    private static int at(int address) {
        return 2 * (address - FIRST);
    }
}
