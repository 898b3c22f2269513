package io.plantgate.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The heap of another Java process, asked by its {@code jcmd}. */
public final class JavaHeap {

    private static final Pattern USED_KIB = Pattern.compile("(?:heap|generation)\\s+total \\d+K, used (\\d+)K");

    private JavaHeap() {}

    /** What is still used after a full collection. */
    public static long kibAfterCollection(long pid) {
        jcmd(pid, "GC.run");
        String info = jcmd(pid, "GC.heap_info");
        return USED_KIB.matcher(info)
                .results()
                .mapToLong(used -> Long.parseLong(used.group(1)))
                .reduce(Long::sum)
                .orElseThrow(() -> new IllegalStateException("No heap in: " + info));
    }

    private static String jcmd(long pid, String command) {
        String program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            Process jcmd = new ProcessBuilder(program, Long.toString(pid), command)
                    .redirectErrorStream(true)
                    .start();
            try (InputStream answer = jcmd.getInputStream()) {
                return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
