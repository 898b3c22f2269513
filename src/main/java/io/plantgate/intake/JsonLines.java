package io.plantgate.intake;

import java.io.IOException;

/** One JSON value a line; blank lines are no items. A line end is LF or CRLF and belongs to no item. */
final class JsonLines implements ItemFraming.Items {

    private final ByteFeed feed;
    private final ItemBuffer line;

    JsonLines(ByteFeed feed, Bounds bounds) {
        this.feed = feed;
        this.line = new ItemBuffer(bounds);
    }

    @Override
    public RawItem next() throws IOException {
        while (feed.peek() != ByteFeed.END) {
            readLine();
            if (!line.isBlank()) {
                return RawItem.sound(line.take());
            }
            line.reset();
        }
        return null;
    }

    private void readLine() throws IOException {
        for (int b = feed.read(); b != ByteFeed.END && b != '\n'; b = feed.read()) {
            if (b != '\r' || feed.peek() != '\n') {
                line.append(b);
            }
        }
    }
}
