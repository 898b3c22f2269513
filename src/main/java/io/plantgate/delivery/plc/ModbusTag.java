package io.plantgate.delivery.plc;

import com.digitalpetri.modbus.pdu.ModbusRequestPdu;
import com.digitalpetri.modbus.pdu.ModbusResponsePdu;
import com.digitalpetri.modbus.pdu.ReadCoilsRequest;
import com.digitalpetri.modbus.pdu.ReadCoilsResponse;
import com.digitalpetri.modbus.pdu.ReadDiscreteInputsRequest;
import com.digitalpetri.modbus.pdu.ReadDiscreteInputsResponse;
import com.digitalpetri.modbus.pdu.ReadHoldingRegistersRequest;
import com.digitalpetri.modbus.pdu.ReadHoldingRegistersResponse;
import com.digitalpetri.modbus.pdu.ReadInputRegistersRequest;
import com.digitalpetri.modbus.pdu.ReadInputRegistersResponse;
import com.digitalpetri.modbus.pdu.WriteMultipleRegistersRequest;
import com.digitalpetri.modbus.pdu.WriteSingleCoilRequest;
import com.digitalpetri.modbus.pdu.WriteSingleRegisterRequest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import io.plantgate.operation.Tag;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One value of a Modbus device.
 *
 * @param address as in the frame, from 0: register 40101 of many manuals is holding 100
 * @param type of registers; null for coils and discrete inputs
 * @param littleWords whether the least significant register comes first
 * @param bit of a register that is a truth value, 0 the least significant; -1 for none. It cannot be written: that would
 *     take a read and a write, and its neighbours could change in between
 * @param scale value = register × scale
 * @param always16 write even one register by function 16, because the device knows no function 6
 */
record ModbusTag(
        String name,
        Table table,
        int address,
        RegisterType type,
        boolean littleWords,
        int bit,
        BigDecimal scale,
        boolean always16) {

    private static final Set<String> KEYS = Set.of("table", "address", "type", "wordOrder", "bit", "scale", "write");
    private static final int ADDRESS_MAX = 65_535;
    private static final int COIL_ON = 0xFF00;

    enum Table {
        COIL,
        DISCRETE,
        HOLDING,
        INPUT;

        boolean isOfBits() {
            return this == COIL || this == DISCRETE;
        }
    }

    private enum WordOrder {
        BIG,
        LITTLE
    }

    private enum Function {
        SINGLE,
        MULTIPLE
    }

    static ModbusTag of(Tag tag) {
        Settings settings = Settings.of("tags." + tag.name(), tag.address(), KEYS);
        Table table = settings.oneOf("table", Table.class, null);
        return new ModbusTag(
                tag.name(),
                table,
                settings.number("address", 0, ADDRESS_MAX),
                table.isOfBits() ? null : settings.oneOf("type", RegisterType.class, RegisterType.UINT16),
                settings.oneOf("wordOrder", WordOrder.class, WordOrder.BIG) == WordOrder.LITTLE,
                settings.number("bit", 0, 15, -1),
                scale(settings),
                settings.oneOf("write", Function.class, Function.SINGLE) == Function.MULTIPLE);
    }

    private static BigDecimal scale(Settings settings) {
        try {
            BigDecimal scale = new BigDecimal(settings.optionalText("scale").orElse("1"));
            if (scale.signum() > 0) {
                return scale;
            }
        } catch (NumberFormatException e) {
            // Said below, with what would be right.
        }
        throw new IllegalArgumentException(settings.path() + ".scale is no number above 0");
    }

    ModbusRequestPdu reading() {
        return switch (table) {
            case COIL -> new ReadCoilsRequest(address, 1);
            case DISCRETE -> new ReadDiscreteInputsRequest(address, 1);
            case HOLDING -> new ReadHoldingRegistersRequest(address, type.registers());
            case INPUT -> new ReadInputRegistersRequest(address, type.registers());
        };
    }

    /** The value in an answer; empty if the answer is not one to {@link #reading()}. */
    Optional<JsonNode> value(ModbusResponsePdu answer) {
        byte[] bytes = bytes(answer);
        if (bytes.length != (table.isOfBits() ? 1 : 2 * type.registers())) {
            return Optional.empty();
        }
        if (table.isOfBits()) {
            return Optional.of(BooleanNode.valueOf((bytes[0] & 1) == 1));
        }
        if (bit >= 0) {
            return Optional.of(BooleanNode.valueOf((ByteBuffer.wrap(bytes).getShort() >> bit & 1) == 1));
        }
        try {
            return Optional.of(PlainValues.of(type.decode(ordered(bytes)).multiply(scale)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static byte[] bytes(ModbusResponsePdu answer) {
        if (answer instanceof ReadCoilsResponse coils) {
            return coils.coils();
        }
        if (answer instanceof ReadDiscreteInputsResponse inputs) {
            return inputs.inputs();
        }
        if (answer instanceof ReadHoldingRegistersResponse holding) {
            return holding.registers();
        }
        return answer instanceof ReadInputRegistersResponse input ? input.registers() : new byte[0];
    }

    ModbusRequestPdu writing(JsonNode value) throws UnwritableValueException {
        if (table == Table.COIL && value.isBoolean()) {
            return new WriteSingleCoilRequest(address, value.booleanValue() ? COIL_ON : 0);
        }
        if (table != Table.HOLDING || bit >= 0 || !value.isNumber()) {
            throw new UnwritableValueException("%s takes %s"
                    .formatted(name, table == Table.COIL ? "true or false" : isWritable() ? "a number" : "no writes"));
        }
        byte[] registers = ordered(encoded(value.decimalValue()));
        return type.registers() == 1 && !always16
                ? new WriteSingleRegisterRequest(
                        address, ByteBuffer.wrap(registers).getShort() & 0xFFFF)
                : new WriteMultipleRegistersRequest(address, type.registers(), registers);
    }

    boolean isWritable() {
        return table == Table.COIL || table == Table.HOLDING && bit < 0;
    }

    /** Coils and registers that hold it, e.g. {@code holding 100}. */
    Stream<String> places() {
        return IntStream.range(address, address + (table.isOfBits() ? 1 : type.registers()))
                .mapToObj(number -> table.name().toLowerCase(Locale.ROOT) + " " + number);
    }

    private byte[] encoded(BigDecimal value) throws UnwritableValueException {
        try {
            return type.encode(value.divide(scale));
        } catch (ArithmeticException e) {
            throw new UnwritableValueException(name + ": it is no whole number of the tag's steps of " + scale);
        } catch (UnwritableValueException e) {
            throw new UnwritableValueException(name + ": " + e.getMessage());
        }
    }

    private byte[] ordered(byte[] registers) {
        if (!littleWords) {
            return registers;
        }
        byte[] turned = new byte[registers.length];
        for (int i = 0; i < registers.length; i += 2) {
            turned[registers.length - 2 - i] = registers[i];
            turned[registers.length - 1 - i] = registers[i + 1];
        }
        return turned;
    }
}
