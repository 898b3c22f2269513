package io.plantgate.report;

import java.util.List;

/** A file that was handed in cannot be read; each message says file, line and what was expected there. */
public final class MalformedFileException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<String> messages;

    MalformedFileException(List<String> messages) {
        super(String.join(System.lineSeparator(), messages));
        this.messages = List.copyOf(messages);
    }

    public List<String> messages() {
        return messages;
    }
}
