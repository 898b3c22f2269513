package io.plantgate.embedded.plc;

import com.digitalpetri.modbus.ExceptionCode;
import com.digitalpetri.modbus.exceptions.ModbusResponseException;
import com.digitalpetri.modbus.pdu.ModbusRequestPdu;
import com.digitalpetri.modbus.pdu.ReadCoilsRequest;
import com.digitalpetri.modbus.pdu.ReadCoilsResponse;
import com.digitalpetri.modbus.pdu.ReadDiscreteInputsRequest;
import com.digitalpetri.modbus.pdu.ReadDiscreteInputsResponse;
import com.digitalpetri.modbus.pdu.ReadHoldingRegistersRequest;
import com.digitalpetri.modbus.pdu.ReadHoldingRegistersResponse;
import com.digitalpetri.modbus.pdu.ReadInputRegistersRequest;
import com.digitalpetri.modbus.pdu.ReadInputRegistersResponse;
import com.digitalpetri.modbus.pdu.WriteMultipleRegistersRequest;
import com.digitalpetri.modbus.pdu.WriteMultipleRegistersResponse;
import com.digitalpetri.modbus.pdu.WriteSingleCoilRequest;
import com.digitalpetri.modbus.pdu.WriteSingleCoilResponse;
import com.digitalpetri.modbus.pdu.WriteSingleRegisterRequest;
import com.digitalpetri.modbus.pdu.WriteSingleRegisterResponse;
import com.digitalpetri.modbus.server.ModbusRequestContext;
import com.digitalpetri.modbus.server.ModbusServices;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A conveyor's Modbus map. Reading: discrete 0 running, 1 guard closed; input 0 speed in 0.1 m/min, 1 orders followed. Plain:
 * coil 0 runs it, holding 0 sets its speed. With a handshake: holding 100 order, 101 its speed, up to 109
 * nothing, 110 request, 120 answers; order and request may be written in one frame from 100.
 */
final class ConveyorRegisters implements ModbusServices {

    private static final int COIL_ON = 0xFF00;

    private final Conveyor conveyor;
    private final HandshakeProgram handshake;
    private final Script script;
    private final Consumer<Manner> nextAnswer;

    /**
     * @param handshake the controller's program; null if there is none
     * @param nextAnswer hears how the answer to a write travels, when the machine has moved
     */
    ConveyorRegisters(Conveyor conveyor, HandshakeProgram handshake, Script script, Consumer<Manner> nextAnswer) {
        this.conveyor = conveyor;
        this.handshake = handshake;
        this.script = script;
        this.nextAnswer = nextAnswer;
    }

    @Override
    public ReadCoilsResponse readCoils(ModbusRequestContext context, int unit, ReadCoilsRequest request)
            throws ModbusResponseException {
        must(request, handshake == null && request.address() == 0 && request.quantity() == 1);
        return new ReadCoilsResponse(bits(conveyor.isRunning()));
    }

    @Override
    public ReadDiscreteInputsResponse readDiscreteInputs(
            ModbusRequestContext context, int unit, ReadDiscreteInputsRequest request) throws ModbusResponseException {
        must(request, request.address() <= 1 && request.quantity() == 1);
        return new ReadDiscreteInputsResponse(
                bits(request.address() == 1 ? conveyor.isGuardClosed() : conveyor.isRunning()));
    }

    private static byte[] bits(boolean value) {
        return new byte[] {(byte) (value ? 1 : 0)};
    }

    @Override
    public ReadInputRegistersResponse readInputRegisters(
            ModbusRequestContext context, int unit, ReadInputRegistersRequest request) throws ModbusResponseException {
        must(request, request.address() + request.quantity() <= 2);
        ByteBuffer all =
                ByteBuffer.allocate(4).putShort((short) conveyor.speedTenths()).putShort((short) conveyor.orders());
        return new ReadInputRegistersResponse(part(all.array(), request.address(), request.quantity()));
    }

    @Override
    public ReadHoldingRegistersResponse readHoldingRegisters(
            ModbusRequestContext context, int unit, ReadHoldingRegistersRequest request)
            throws ModbusResponseException {
        if (handshake == null) {
            must(request, request.address() == 0 && request.quantity() == 1);
            return new ReadHoldingRegistersResponse(ByteBuffer.allocate(2)
                    .putShort((short) conveyor.speedTenths())
                    .array());
        }
        int from = request.address() - HandshakeProgram.FIRST;
        must(request, from >= 0 && from + request.quantity() <= HandshakeProgram.REGISTERS);
        return new ReadHoldingRegistersResponse(part(handshake.registers(), from, request.quantity()));
    }

    private static byte[] part(byte[] all, int from, int quantity) {
        return ByteBuffer.allocate(2 * quantity)
                .put(all, 2 * from, 2 * quantity)
                .array();
    }

    @Override
    public WriteSingleCoilResponse writeSingleCoil(
            ModbusRequestContext context, int unit, WriteSingleCoilRequest request) throws ModbusResponseException {
        must(request, handshake == null && request.address() == 0);
        treat(request, () -> conveyor.run(request.value() == COIL_ON, ""));
        return new WriteSingleCoilResponse(request.address(), request.value());
    }

    @Override
    public WriteSingleRegisterResponse writeSingleRegister(
            ModbusRequestContext context, int unit, WriteSingleRegisterRequest request) throws ModbusResponseException {
        if (handshake != null) {
            must(request, handshake.isOrder(request.address()));
            handshake.order(request.address(), request.value());
        } else {
            must(request, request.address() == 0);
            treat(request, () -> conveyor.speed(request.value(), ""));
        }
        return new WriteSingleRegisterResponse(request.address(), request.value());
    }

    @Override
    public WriteMultipleRegistersResponse writeMultipleRegisters(
            ModbusRequestContext context, int unit, WriteMultipleRegistersRequest request)
            throws ModbusResponseException {
        must(request, handshake != null && handshake.isRequest(request.address(), request.quantity()));
        treat(request, () -> handshake.request(request.values()));
        return new WriteMultipleRegistersResponse(request.address(), request.quantity());
    }

    private void treat(ModbusRequestPdu request, Runnable act) throws ModbusResponseException {
        Manner manner = script.forThisWrite();
        if (manner == Manner.REFUSES) {
            throw new ModbusResponseException(request.getFunctionCode(), ExceptionCode.ILLEGAL_DATA_VALUE.getCode());
        }
        if (manner.acts()) {
            act.run();
        }
        nextAnswer.accept(manner);
    }

    private static void must(ModbusRequestPdu request, boolean known) throws ModbusResponseException {
        if (!known) {
            throw new ModbusResponseException(request.getFunctionCode(), ExceptionCode.ILLEGAL_DATA_ADDRESS.getCode());
        }
    }
}
