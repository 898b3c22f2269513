package io.plantgate.delivery.plc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/** How a number lies in 16-bit registers, most significant byte first (Modbus Application Protocol 1.1b3, 4.2). */
enum RegisterType {
    UINT16(1, false),
    INT16(1, true),
    UINT32(2, false),
    INT32(2, true),
    UINT64(4, false),
    INT64(4, true),
    FLOAT32(2, true) {
        @Override
        BigDecimal decode(byte[] bytes) {
            // The shortest decimal that means this float: 1.1, and not 1.10000002384185791015625.
            return new BigDecimal(Float.toString(ByteBuffer.wrap(bytes).getFloat()));
        }

        @Override
        byte[] encode(BigDecimal value) throws UnwritableValueException {
            if (Float.isInfinite(value.floatValue())) {
                throw new UnwritableValueException("it is too large for float32");
            }
            return ByteBuffer.allocate(4).putFloat(value.floatValue()).array();
        }
    },
    FLOAT64(4, true) {
        @Override
        BigDecimal decode(byte[] bytes) {
            return new BigDecimal(Double.toString(ByteBuffer.wrap(bytes).getDouble()));
        }

        @Override
        byte[] encode(BigDecimal value) throws UnwritableValueException {
            if (Double.isInfinite(value.doubleValue())) {
                throw new UnwritableValueException("it is too large for float64");
            }
            return ByteBuffer.allocate(8).putDouble(value.doubleValue()).array();
        }
    };

    private final int registers;
    private final boolean signed;

    RegisterType(int registers, boolean signed) {
        this.registers = registers;
        this.signed = signed;
    }

    int registers() {
        return registers;
    }

    /**
     * @throws NumberFormatException if these bytes are no number: NaN, infinite
     */
    BigDecimal decode(byte[] bytes) {
        return new BigDecimal(signed ? new BigInteger(bytes) : new BigInteger(1, bytes));
    }

    byte[] encode(BigDecimal value) throws UnwritableValueException {
        BigInteger whole = whole(value);
        int bits = 16 * registers - (signed ? 1 : 0);
        if (whole.bitLength() > bits || !signed && whole.signum() < 0) {
            throw new UnwritableValueException("it is out of the range of " + name().toLowerCase());
        }
        byte[] encoded = new byte[2 * registers];
        for (int i = 0; i < encoded.length; i++) {
            encoded[i] = whole.shiftRight(8 * (encoded.length - 1 - i)).byteValue();
        }
        return encoded;
    }

    private BigInteger whole(BigDecimal value) throws UnwritableValueException {
        try {
            return value.toBigIntegerExact();
        } catch (ArithmeticException e) {
            throw new UnwritableValueException("it is no whole number of the tag's steps");
        }
    }
}
