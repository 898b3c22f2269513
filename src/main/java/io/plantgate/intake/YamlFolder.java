package io.plantgate.intake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files {@code NAME.suffix} of one folder, as texts. */
public record YamlFolder(Path folder, String suffix) {

    private static final String NAME_FORM = "[a-z0-9][a-z0-9._-]{0,62}";

    /**
     * Reads all of them, by the path of their file; none where there is no such folder.
     *
     * @throws IOException if one cannot be read, or is not UTF-8
     */
    public Map<String, String> texts() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        if (!Files.isDirectory(folder)) {
            return texts;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(f -> f.getFileName().toString().endsWith(suffix))
                    .toList()) {
                texts.put(file.toString(), Files.readString(file));
            }
            return texts;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** What stands before the suffix, whether it is a name or not. */
    public static String name(String file, String suffix) {
        String fileName = Path.of(file).getFileName().toString();
        return fileName.substring(0, fileName.length() - suffix.length());
    }

    /** True if that can be a name: lower-case letters, digits, {@code . - _}, at most 63. */
    public static boolean isName(String name) {
        return name.matches(NAME_FORM);
    }
}
