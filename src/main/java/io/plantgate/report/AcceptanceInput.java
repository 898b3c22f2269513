package io.plantgate.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** An acceptance file, and what is expected of it, read and found well-formed. */
public final class AcceptanceInput {

    private final String fileName;
    private final List<RecordedArrival> arrivals;
    private final Expectation expectation;

    private AcceptanceInput(String fileName, List<RecordedArrival> arrivals, Expectation expectation) {
        this.fileName = fileName;
        this.arrivals = List.copyOf(arrivals);
        this.expectation = expectation;
    }

    /**
     * Reads both files whole, so that a wrong line is found before anything is imported.
     *
     * @param file JSON lines with {@code arrivalAt} and either {@code payload} or {@code raw}
     * @param expected CSV with {@code line}, {@code decision} and {@code duplicate_of_line}, if there is one
     * @throws MalformedFileException naming file, line and what was expected there
     * @throws IOException if a file cannot be read
     */
    public static AcceptanceInput read(Path file, Optional<Path> expected) throws IOException, MalformedFileException {
        List<RecordedArrival> arrivals = AcceptanceFile.read(file);
        Expectation expectation = expected.isPresent() ? ExpectationFile.read(expected.get()) : null;
        return new AcceptanceInput(file.getFileName().toString(), arrivals, expectation);
    }

    String fileName() {
        return fileName;
    }

    List<RecordedArrival> arrivals() {
        return arrivals;
    }

    Optional<Expectation> expectation() {
        return Optional.ofNullable(expectation);
    }
}
