package io.plantgate.inlet.http;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** JSON lines made while they are read; measures what the process keeps on the way. */
final class ManyLines extends InputStream {

    private final String source;
    private final int lines;
    private final Set<Integer> measuredAt;
    private final List<Long> keptBytes = new ArrayList<>();
    private byte[] line = new byte[0];
    private int position;
    private int made;

    ManyLines(String source, int lines, Set<Integer> measuredAt) {
        this.source = source;
        this.lines = lines;
        this.measuredAt = measuredAt;
    }

    /** Live bytes of the heap after a collection, at each line where they were measured. */
    List<Long> keptBytes() {
        return keptBytes;
    }

    @Override
    public int read() {
        return advance() ? line[position++] : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int wanted) {
        if (!advance()) {
            return -1;
        }
        int length = Math.min(wanted, line.length - position);
        System.arraycopy(line, position, buffer, offset, length);
        position += length;
        return length;
    }

    private boolean advance() {
        if (position < line.length) {
            return true;
        }
        if (made == lines) {
            return false;
        }
        if (measuredAt.contains(made)) {
            keptBytes.add(liveBytes());
        }
        line = (HttpGatewayTest.trip(source, "T" + made, "B1", "a severity of some length, to weigh something") + "\n")
                .getBytes(StandardCharsets.UTF_8);
        position = 0;
        made++;
        return true;
    }

    private static long liveBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
