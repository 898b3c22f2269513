package io.plantgate.delivery.plc;

import com.digitalpetri.modbus.client.ModbusClientConfig;
import com.digitalpetri.modbus.client.ModbusTcpClient;
import com.digitalpetri.modbus.client.ModbusTcpClient.DefaultTransactionSequence;
import com.digitalpetri.modbus.tcp.client.NettyTcpClientTransport;
import io.plantgate.operation.Deadline;
import io.plantgate.operation.Driver;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.NeverReachedException;
import io.plantgate.operation.Session;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Modbus TCP (Modbus Messaging on TCP/IP Implementation Guide V1.0b). Connection: {@code host}, {@code port} (502),
 * {@code unit} (1).
 */
final class ModbusDriver implements Driver {

    private static final Set<String> KEYS = Set.of("host", "port", "unit");
    private static final int PORT = 502;

    private final Addresses addresses;
    private final PlcSettings settings;

    ModbusDriver(Addresses addresses, PlcSettings settings) {
        this.addresses = addresses;
        this.settings = settings;
    }

    private record Target(String host, int port, int unit) {}

    @Override
    public String protocol() {
        return "modbus-tcp";
    }

    @Override
    public void check(Equipment equipment) {
        target(equipment);
        equipment.tags().values().forEach(ModbusTag::of);
        Optional<HandshakeBlock> block = equipment.handshake().map(HandshakeBlock::of);
        Writes.mustBeThere(equipment, "a Modbus device is told by its registers");
        equipment.writes().forEach((command, tags) -> {
            Map<String, String> owners = new HashMap<>();
            Writes.tags(equipment, tags).map(ModbusTag::of).forEach(tag -> {
                check("commands.%s writes tags.%s, which ".formatted(command, tag.name()), tag, block);
                tag.places().forEach(place -> checkAlone(command, tag, place, owners.put(place, tag.name())));
            });
        });
    }

    private static void checkAlone(String command, ModbusTag tag, String place, String other) {
        if (other != null) {
            throw new IllegalArgumentException(
                    "commands.%s writes tags.%s and tags.%s, which share %s; it would hold one value of the two"
                            .formatted(command, other, tag.name(), place));
        }
    }

    @Override
    public Set<String> places(Equipment equipment) {
        Target target = target(equipment);
        return Stream.concat(
                        Writes.tags(equipment).map(ModbusTag::of).flatMap(ModbusTag::places),
                        equipment.handshake().map(HandshakeBlock::of).stream().flatMap(HandshakeBlock::places))
                .map(place -> "%s:%d unit %d, %s"
                        .formatted(target.host().toLowerCase(Locale.ROOT), target.port(), target.unit(), place))
                .collect(Collectors.toSet());
    }

    private static void check(String what, ModbusTag tag, Optional<HandshakeBlock> block) {
        if (!tag.isWritable()) {
            throw new IllegalArgumentException(
                    what + "can only be read; name a coil, or a holding register as a whole");
        }
        block.filter(each -> each.takesOrders() && !each.holds(tag)).ifPresent(each -> {
            throw new IllegalArgumentException("%slies not in the handshake's orders, holding %d to %d"
                    .formatted(what, each.orders(), each.request() - 1));
        });
    }

    private Target target(Equipment equipment) {
        Settings settings = Settings.of("connection", addresses.of(equipment, "host"), KEYS);
        return new Target(
                settings.text("host"), settings.number("port", 1, 65_535, PORT), settings.number("unit", 0, 255, 1));
    }

    @Override
    public Session open(Equipment equipment, Deadline deadline) {
        Target target = target(equipment);
        AtomicReference<ModbusTcpClient> client = new AtomicReference<>();
        Conversation conversation =
                new Conversation(equipment.callTime(), () -> client.get().disconnectAsync());
        client.set(client(target, equipment.callTime(), conversation));
        connect(target, client.get(), conversation, deadline);
        return new ModbusSession(
                client.get(),
                target.unit(),
                equipment.handshake().map(HandshakeBlock::of),
                conversation,
                Duration.ofMillis(settings.handshakePollMillis()));
    }

    private static ModbusTcpClient client(Target target, Duration callTime, Conversation conversation) {
        NettyTcpClientTransport tcp = NettyTcpClientTransport.create(settings -> {
            settings.hostname = target.host();
            settings.port = target.port();
            settings.connectTimeout = callTime;
            // A connection that is lost stays lost: nothing may be sent on a second one.
            settings.connectPersistent = false;
        });
        WatchedTransport watched = new WatchedTransport(tcp, why -> conversation.end(why, null));
        ModbusClientConfig config = ModbusClientConfig.create(settings -> settings.requestTimeout = callTime);
        return new ModbusTcpClient(config, watched) {
            // Behind a gateway, an answer to an earlier connection must not have this one's number by chance.
            @Override
            protected TransactionSequence createTransactionSequence() {
                return fromAnywhere();
            }
        };
    }

    private static ModbusTcpClient.TransactionSequence fromAnywhere() {
        DefaultTransactionSequence sequence = new DefaultTransactionSequence();
        int skip = ThreadLocalRandom.current().nextInt(0x10000);
        return () -> (sequence.next() + skip) & 0xFFFF;
    }

    private static void connect(Target target, ModbusTcpClient client, Conversation conversation, Deadline deadline) {
        String question = "connect to %s:%d".formatted(target.host(), target.port());
        try {
            conversation.await(question, client.connectAsync(), deadline);
        } catch (NoAnswerException e) {
            throw new NeverReachedException(e.getMessage(), e);
        } catch (ExecutionException e) {
            conversation.end(question + " failed", e);
            throw new NeverReachedException(question + ": " + e.getCause().getMessage(), e);
        }
    }
}
