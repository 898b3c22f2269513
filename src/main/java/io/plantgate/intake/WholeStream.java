package io.plantgate.intake;

import java.io.IOException;

/** The whole stream is one item. */
final class WholeStream implements ItemFraming.Items {

    private final ByteFeed feed;
    private final ItemBuffer item;

    WholeStream(ByteFeed feed, Bounds bounds) {
        this.feed = feed;
        this.item = new ItemBuffer(bounds);
    }

    @Override
    public RawItem next() throws IOException {
        if (feed.peek() == ByteFeed.END) {
            return null;
        }
        for (int b = feed.read(); b != ByteFeed.END; b = feed.read()) {
            item.append(b);
        }
        return RawItem.sound(item.take());
    }
}
