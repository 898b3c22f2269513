package io.plantgate.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An acceptance file: JSON lines, one recorded arrival each. Read whole before anything is imported, so that a file with
 * a wrong line changes nothing.
 */
final class AcceptanceFile {

    /** Acceptance files are written by people; what is larger is an import and belongs into an inbox. */
    static final long FILE_BYTES_MAX = 32L << 20;

    private static final int MESSAGES_MAX = 20;

    private final AcceptanceLine lines = new AcceptanceLine();
    private final List<RecordedArrival> arrivals = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();
    private final Path file;

    private AcceptanceFile(Path file) {
        this.file = file;
    }

    /**
     * The arrivals of a file in its order; blank lines are passed over.
     *
     * @throws MalformedFileException naming every line that is no recorded arrival, at most {@value #MESSAGES_MAX}
     * @throws IOException if the file cannot be read
     */
    static List<RecordedArrival> read(Path file) throws IOException, MalformedFileException {
        return new AcceptanceFile(file).read();
    }

    private List<RecordedArrival> read() throws IOException, MalformedFileException {
        if (Files.size(file) > FILE_BYTES_MAX) {
            throw malformed(file + ": larger than " + FILE_BYTES_MAX + " bytes. Drop it into an inbox instead.");
        }
        readLines(Files.readAllBytes(file));
        if (!messages.isEmpty()) {
            throw new MalformedFileException(messages);
        }
        if (arrivals.isEmpty()) {
            throw malformed(file + ": no line in it. Each line is {\"arrivalAt\": …, \"payload\": …}.");
        }
        return arrivals;
    }

    private void readLines(byte[] bytes) {
        int line = 1;
        int from = Utf8.afterByteOrderMark(bytes);
        while (from < bytes.length && messages.size() < MESSAGES_MAX) {
            int to = from;
            while (to < bytes.length && bytes[to] != '\n') {
                to++;
            }
            readLine(line++, bytes, from, to);
            from = to + 1;
        }
    }

    private void readLine(int line, byte[] bytes, int from, int to) {
        if (Utf8.isBlank(bytes, from, to)) {
            return;
        }
        try {
            arrivals.add(lines.read(line, bytes, from, to - from));
        } catch (IOException e) {
            messages.add(file + ":" + line + ": " + AcceptanceLine.reason(e));
        }
    }

    private static MalformedFileException malformed(String message) {
        return new MalformedFileException(List.of(message));
    }
}
