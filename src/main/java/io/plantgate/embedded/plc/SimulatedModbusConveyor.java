package io.plantgate.embedded.plc;

import com.digitalpetri.modbus.server.ModbusServerConfig;
import com.digitalpetri.modbus.server.ModbusTcpServer;
import com.digitalpetri.modbus.tcp.server.NettyTcpServerTransport;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** A conveyor behind a Modbus TCP server, with or without a handshake block. */
public final class SimulatedModbusConveyor implements SimulatedDevice {

    private static final String LOOPBACK = "127.0.0.1";
    private static final int MODBUS_ID_BYTES = 2;

    private final String name;
    private final DeviceLog log;
    private final Script script = new Script();
    private final ModbusTcpServer server;
    private final Line line;
    private final Conveyor conveyor;

    private SimulatedModbusConveyor(String name, int port, boolean handshake) {
        this.name = name;
        this.log = new DeviceLog(name);
        this.conveyor = new Conveyor(log);
        HandshakeProgram program = handshake ? new HandshakeProgram(conveyor, log) : null;
        this.line = new Line(name, port, SimulatedModbusConveyor::lastAnswerUnderThisNumber);
        int behind = FreePort.any();
        this.server = serve(behind, new ConveyorRegisters(conveyor, program, script, line::nextAnswer));
        line.leadTo(behind);
    }

    /**
     * One that does whatever is written, as often as it is written.
     *
     * @param port on loopback; 0 for a free one
     */
    public static SimulatedModbusConveyor plain(String name, int port) {
        return new SimulatedModbusConveyor(name, port, false);
    }

    /**
     * One that keeps the last eight operations and does none of them twice.
     *
     * @param port on loopback; 0 for a free one
     */
    public static SimulatedModbusConveyor withHandshake(String name, int port) {
        return new SimulatedModbusConveyor(name, port, true);
    }

    private static ModbusTcpServer serve(int port, ConveyorRegisters registers) {
        NettyTcpServerTransport tcp = NettyTcpServerTransport.create(settings -> {
            settings.bindAddress = LOOPBACK;
            settings.port = port;
        });
        ModbusTcpServer server = new ModbusTcpServer(ModbusServerConfig.create(settings -> {}), tcp, registers);
        try {
            server.start();
            return server;
        } catch (ExecutionException e) {
            throw new IllegalStateException("Modbus server on loopback port " + port, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the Modbus server was starting", e);
        }
    }

    private static byte[] lastAnswerUnderThisNumber(byte[] last, byte[] right) {
        byte[] confused = last.clone();
        System.arraycopy(right, 0, confused, 0, Math.min(MODBUS_ID_BYTES, confused.length));
        return confused;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public JsonNode connection() {
        return JsonNodeFactory.instance.objectNode().put("host", LOOPBACK).put("port", line.port());
    }

    @Override
    public DeviceLog log() {
        return log;
    }

    @Override
    public boolean guard(boolean closed) {
        conveyor.guard(closed);
        return true;
    }

    @Override
    public void next(Manner... manners) {
        script.next(List.of(manners));
    }

    @Override
    public void lateMillis(long millis) {
        line.lateMillis(millis);
    }

    @Override
    public void close() {
        line.close();
        try {
            server.stop();
        } catch (ExecutionException e) {
            throw new IllegalStateException(name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
