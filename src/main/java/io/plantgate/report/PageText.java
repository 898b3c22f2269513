package io.plantgate.report;

import io.plantgate.event.RawBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Style or script that stands inside the page, so that the report is one file. */
final class PageText {

    private final String text;

    private PageText(String text) {
        this.text = text;
    }

    static PageText named(String resource) {
        try (InputStream in = PageText.class.getResourceAsStream(resource)) {
            return new PageText(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("The jar lacks " + resource + ".", e);
        }
    }

    String text() {
        return text;
    }

    /** The source expression under which a Content Security Policy (level 3, 2.3.1) lets this text, and no other, in. */
    String policySource() {
        byte[] hash = RawBytes.sha256(text.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    }
}
