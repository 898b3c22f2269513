package io.plantgate.bench;

import com.sun.management.OperatingSystemMXBean;
import io.plantgate.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What the figures were measured on, without which nobody can read them. */
final class Machine {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final int FLUSHES = 200;
    private static final int PAGE_BYTES = 8192;

    private Machine() {}

    /** Name and value, in the order of reading. */
    static Map<String, String> facts() throws IOException, SQLException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("CPU", cpu());
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("memory", "%.0f GiB".formatted(system.getTotalMemorySize() / (double) (1L << 30)));
        facts.put("operating system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("load when written", "%.1f".formatted(system.getSystemLoadAverage()));
        facts.put("write and fsync of 8 KiB, median", String.format(Locale.ROOT, "%.2f ms", flushMillis()));
        facts.putAll(server());
        facts.put("Java", Runtime.version() + ", " + System.getProperty("java.vm.name"));
        return facts;
    }

    private static String cpu() throws IOException {
        if (Files.isReadable(CPU_INFO)) {
            try (Stream<String> lines = Files.lines(CPU_INFO)) {
                return lines.filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse(System.getProperty("os.arch"));
            }
        }
        return System.getProperty("os.arch");
    }

    // Where the embedded server keeps its data: in the directory for temporary files.
    private static double flushMillis() throws IOException {
        Path file = Files.createTempFile("plantgate-bench-", ".page");
        long[] nanos = new long[FLUSHES];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; i < FLUSHES; i++) {
                long start = System.nanoTime();
                channel.write(ByteBuffer.allocate(PAGE_BYTES));
                channel.force(false);
                nanos[i] = System.nanoTime() - start;
            }
        } finally {
            Files.delete(file);
        }
        Arrays.sort(nanos);
        return nanos[FLUSHES / 2] / 1e6;
    }

    private static Map<String, String> server() throws SQLException {
        Map<String, String> facts = new LinkedHashMap<>();
        try (EmbeddedDatabase server = EmbeddedDatabase.startFresh();
                Connection connection = DriverManager.getConnection(server.jdbcUrl());
                Statement statement = connection.createStatement()) {
            facts.put("PostgreSQL", show(statement, "server_version"));
            for (String setting : new String[] {"fsync", "synchronous_commit", "wal_sync_method", "shared_buffers"}) {
                facts.put(setting, show(statement, setting));
            }
        }
        return facts;
    }

    private static String show(Statement statement, String setting) throws SQLException {
        try (ResultSet row = statement.executeQuery("show " + setting)) {
            row.next();
            return row.getString(1);
        }
    }
}
