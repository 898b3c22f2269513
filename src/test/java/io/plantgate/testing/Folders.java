package io.plantgate.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/** Temporary folders that go with the process. */
public final class Folders {

    private Folders() {}

    /** A new folder, deleted with what is in it when the process ends. */
    public static Path untilExit(String prefix) {
        Path folder = make(prefix);
        deleteAtExit(folder, () -> {});
        return folder;
    }

    /** A new folder that somebody else deletes. */
    public static Path make(String prefix) {
        try {
            return Files.createTempDirectory(prefix);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes the folder when the process ends, once what still writes into it has stopped. */
    public static void deleteAtExit(Path folder, Runnable stopBefore) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stopBefore.run();
            delete(folder);
        }));
    }

    private static void delete(Path folder) {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
