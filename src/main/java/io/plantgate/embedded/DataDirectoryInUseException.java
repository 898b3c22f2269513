package io.plantgate.embedded;

import java.nio.file.Path;

/** Another gateway runs on the data directory of the embedded PostgreSQL. */
final class DataDirectoryInUseException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    DataDirectoryInUseException(Path directory, Exception cause) {
        super(directory + ": another gateway runs on this data directory.", cause);
    }
}
