package io.plantgate.bench;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** How messages follow each other in one body. */
enum Framing {
    SINGLE("application/json", "", "", ""),
    ARRAY("application/json", "[", ",", "]"),
    LINES("application/x-ndjson", "", "\n", "\n");

    private final String contentType;
    private final byte[] open;
    private final byte[] between;
    private final byte[] close;

    Framing(String contentType, String open, String between, String close) {
        this.contentType = contentType;
        this.open = open.getBytes(StandardCharsets.US_ASCII);
        this.between = between.getBytes(StandardCharsets.US_ASCII);
        this.close = close.getBytes(StandardCharsets.US_ASCII);
    }

    String contentType() {
        return contentType;
    }

    byte[] body(List<Message> messages) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] before = open;
        for (Message message : messages) {
            body.writeBytes(before);
            body.writeBytes(message.raw());
            before = between;
        }
        body.writeBytes(close);
        return body.toByteArray();
    }
}
