package io.plantgate.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of this checkout, read as text: some promises are about what people read, not about classes. */
final class Tree {

    static final Path MAIN = Path.of("src/main/java/io/plantgate");
    static final Path TESTS = Path.of("src/test/java");
    static final Path DOCS = Path.of("src/docs");
    static final Path README = Path.of("README.md");

    private Tree() {}

    /** Files under a directory (or the one file) whose name ends so, in the order of names; none if it is not there. */
    static List<Path> files(Path root, String ending) {
        if (!Files.exists(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
