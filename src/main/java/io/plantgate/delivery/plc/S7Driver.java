package io.plantgate.delivery.plc;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.Deadline;
import io.plantgate.operation.Driver;
import io.plantgate.operation.Equipment;
import io.plantgate.operation.NeverReachedException;
import io.plantgate.operation.Session;
import io.plantgate.operation.Tag;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.plc4x.java.DefaultPlcDriverManager;
import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.exceptions.PlcConnectionException;

/**
 * Siemens S7 by the API of Apache PLC4X. <b>Untried: no device and no simulator of this protocol was at hand</b>; only what
 * happens without one is tested. Connection: {@code host}, and {@code options} as PLC4X has them, e.g. {@code
 * remote-rack=0&remote-slot=1}. A tag is {@code {address: "%DB1.DBX0.0:BOOL"}}.
 */
final class S7Driver implements Driver {

    private static final Set<String> KEYS = Set.of("host", "options");
    private static final String PREFIX = "s7://";

    private final Addresses addresses;

    S7Driver(Addresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public String protocol() {
        return "s7";
    }

    @Override
    public void check(Equipment equipment) {
        url(equipment);
        equipment.tags().values().forEach(tag -> S7Bits.of(tag.name(), address(tag)));
        Writes.mustBeThere(equipment, "an S7 controller is told by its variables");
        if (equipment.handshake().isPresent()) {
            throw new IllegalArgumentException(
                    "handshake: this driver has none; take modbus-tcp or opc-ua, or leave it out");
        }
    }

    @Override
    public Set<String> places(Equipment equipment) {
        String controller = url(equipment).toLowerCase(Locale.ROOT);
        return Writes.tags(equipment)
                .flatMap(tag -> S7Bits.of(tag.name(), address(tag)))
                .map(bit -> controller + ", " + bit)
                .collect(Collectors.toSet());
    }

    static String address(Tag tag) {
        return Settings.of("tags." + tag.name(), tag.address(), Set.of("address"))
                .text("address");
    }

    private String url(Equipment equipment) {
        JsonNode connection = addresses.of(equipment, "host");
        Settings settings = Settings.of("connection", connection, KEYS);
        return PREFIX
                + settings.text("host")
                + settings.optionalText("options").map(options -> "?" + options).orElse("");
    }

    @Override
    public Session open(Equipment equipment, Deadline deadline) {
        String url = url(equipment);
        PlcConnection connection = unconnected(url);
        // PLC4X makes a lost connection again by itself, every second, until it is closed.
        Conversation conversation = new Conversation(equipment.callTime(), () -> close(connection));
        CompletableFuture<Boolean> connected = onAThreadOfItsOwn(() -> connect(connection));
        // It waits inside its own call, and not always for a bounded time; what comes too late is closed all the same.
        connected.whenComplete((done, failed) -> {
            if (failed != null || conversation.isOver()) {
                close(connection);
            }
        });
        try {
            conversation.await("connect to " + url, connected, deadline);
            return new S7Session(connection, conversation);
        } catch (NoAnswerException e) {
            throw new NeverReachedException(e.getMessage(), e);
        } catch (ExecutionException e) {
            throw new NeverReachedException(url + ": " + e.getCause().getMessage(), e);
        }
    }

    private static PlcConnection unconnected(String url) {
        try {
            return new DefaultPlcDriverManager().getDriverForUrl(url).getConnection(url);
        } catch (PlcConnectionException e) {
            throw new NeverReachedException(url + ": " + e.getMessage(), e);
        }
    }

    private static boolean connect(PlcConnection connection) {
        try {
            connection.connect();
            return true;
        } catch (PlcConnectionException e) {
            throw new NeverReachedException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void close(PlcConnection connection) {
        onAThreadOfItsOwn(() -> {
            try {
                connection.close();
                return true;
            } catch (Exception e) {
                // It is gone, which is what was wanted.
                return false;
            }
        });
    }

    private static <T> CompletableFuture<T> onAThreadOfItsOwn(Supplier<T> call) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        done.complete(call.get());
                    } catch (RuntimeException | LinkageError e) {
                        done.completeExceptionally(e);
                    }
                },
                "s7-call");
        thread.setDaemon(true);
        thread.start();
        return done;
    }
}
