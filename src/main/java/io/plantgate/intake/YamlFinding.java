package io.plantgate.intake;

import java.util.Objects;

/**
 * One thing that is wrong with a YAML file of a site, a profile for example.
 *
 * @param file the file, as it was opened
 * @param line where in it, from 1; 0 where no single line is to blame
 * @param message what is there and what is expected
 */
public record YamlFinding(String file, int line, String message) {

    public YamlFinding {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(message, "message");
    }

    /** {@code file:line: message}, as editors and compilers write it. */
    @Override
    public String toString() {
        return line > 0 ? file + ":" + line + ": " + message : file + ": " + message;
    }
}
