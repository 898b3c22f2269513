package io.plantgate.site.lint;

import java.nio.file.Path;

/**
 * Something wrong in a file.
 *
 * @param line from 1; 0 where no single line is to blame
 * @param what is wrong
 * @param remedy what to do
 */
public record Finding(Path file, int line, String what, String remedy) {

    /** {@code file:line: what remedy}, as editors and compilers write it. */
    @Override
    public String toString() {
        String place = line > 0 ? file + ":" + line : file.toString();
        return remedy.isEmpty() ? place + ": " + what : place + ": " + what + " " + remedy;
    }
}
