package io.plantgate.report;

import java.util.function.Consumer;

/** HTML as it is written. Text and attribute values are escaped here and nowhere else, so nothing can forget to. */
final class Html {

    private final StringBuilder out = new StringBuilder();

    /** An element with text in it. Attributes are name, value, name, value … */
    Html element(String tag, String text, String... attributes) {
        return element(tag, content -> content.text(text), attributes);
    }

    /** An element with elements in it. */
    Html element(String tag, Consumer<Html> content, String... attributes) {
        open(tag, attributes);
        content.accept(this);
        out.append("</").append(tag).append('>');
        return this;
    }

    Html text(String text) {
        escape(text);
        return this;
    }

    /** Markup, style or script of our own, never anything that came in. */
    Html trusted(String markup) {
        out.append(markup);
        return this;
    }

    private void open(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
        out.append('>');
    }

    // HTML Living Standard 13.3: these five stand for something wherever text or a quoted value can stand.
    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
