package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.function.Function;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned;

/** The built-in types of OPC UA (Part 6, 5.1.2) that a tag may have; a write in another type is refused by the server. */
enum OpcUaType {
    BOOLEAN(null),
    SBYTE(BigDecimal::byteValueExact),
    BYTE(value -> Unsigned.ubyte(value.shortValueExact())),
    INT16(BigDecimal::shortValueExact),
    UINT16(value -> Unsigned.ushort(value.intValueExact())),
    INT32(BigDecimal::intValueExact),
    UINT32(value -> Unsigned.uint(value.longValueExact())),
    INT64(BigDecimal::longValueExact),
    UINT64(value -> Unsigned.ulong(value.toBigIntegerExact())),
    FLOAT(BigDecimal::floatValue),
    DOUBLE(BigDecimal::doubleValue),
    STRING(null);

    private final Function<BigDecimal, Object> ofNumber;

    OpcUaType(Function<BigDecimal, Object> ofNumber) {
        this.ofNumber = ofNumber;
    }

    /** The value as the server wants it. */
    Object encode(JsonNode value) throws UnwritableValueException {
        if (this == BOOLEAN && value.isBoolean()) {
            return value.booleanValue();
        }
        if (this == STRING && value.isTextual()) {
            return value.textValue();
        }
        if (ofNumber == null || !value.isNumber()) {
            throw new UnwritableValueException("it is no " + name().toLowerCase());
        }
        try {
            return ofNumber.apply(value.decimalValue());
        } catch (ArithmeticException | NumberFormatException e) {
            throw new UnwritableValueException("it is out of the range of " + name().toLowerCase());
        }
    }
}
