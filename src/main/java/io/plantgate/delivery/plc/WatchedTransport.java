package io.plantgate.delivery.plc;

import com.digitalpetri.modbus.MbapHeader;
import com.digitalpetri.modbus.ModbusTcpFrame;
import com.digitalpetri.modbus.client.ModbusTcpClientTransport;
import com.digitalpetri.modbus.tcp.client.NettyTcpClientTransport;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Looks at every frame that comes back. The library drops a frame with another transaction id and goes on; here it ends
 * the connection, because whoever answers once to something else may do so again with the right id on it.
 */
final class WatchedTransport implements ModbusTcpClientTransport {

    private final NettyTcpClientTransport transport;
    private final Consumer<String> onEnd;
    private volatile MbapHeader asked;

    /** @param onEnd hears once or more why this connection is of no use any more */
    WatchedTransport(NettyTcpClientTransport transport, Consumer<String> onEnd) {
        this.transport = transport;
        this.onEnd = onEnd;
        transport.addConnectionListener(new NettyTcpClientTransport.ConnectionListener() {
            @Override
            public void onConnection() {
                // Whoever opened it knows.
            }

            @Override
            public void onConnectionLost() {
                onEnd.accept("the connection was lost before the answer came");
            }
        });
    }

    @Override
    public CompletionStage<Void> connect() {
        return transport.connect();
    }

    @Override
    public CompletionStage<Void> disconnect() {
        return transport.disconnect();
    }

    @Override
    public boolean isConnected() {
        return transport.isConnected();
    }

    @Override
    public CompletionStage<Void> send(ModbusTcpFrame frame) {
        asked = frame.header();
        return transport.send(frame);
    }

    @Override
    public void receive(Consumer<ModbusTcpFrame> receiver) {
        transport.receive(frame -> {
            if (isAnswer(frame.header())) {
                receiver.accept(frame);
            } else {
                onEnd.accept("an answer to something else came: transaction %d of unit %d"
                        .formatted(
                                frame.header().transactionId(), frame.header().unitId()));
            }
        });
    }

    private boolean isAnswer(MbapHeader header) {
        MbapHeader question = asked;
        return question != null
                && header.transactionId() == question.transactionId()
                && header.unitId() == question.unitId()
                && header.protocolId() == question.protocolId();
    }
}
