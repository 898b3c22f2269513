package io.plantgate.intake;

import io.plantgate.event.ReasonCode;
import java.io.IOException;
import java.util.BitSet;

/**
 * The elements of one JSON array, cut by brackets and quotes alone, so that a broken element does not hide the next. A
 * closing bracket of the wrong kind closes what was left open inside it; deeper than {@code depthMax} brackets are only
 * counted, because the element is refused anyway and memory must not follow its depth.
 */
final class JsonArray implements ItemFraming.Items {

    private final ByteFeed feed;
    private final ItemBuffer element;
    private final int depthMax;
    private final BitSet objects = new BitSet();
    private long depth;
    private State state = State.BEFORE;

    private enum State {
        BEFORE,
        FIRST,
        INSIDE,
        BEHIND,
        ENDED
    }

    JsonArray(ByteFeed feed, Bounds bounds) {
        this.feed = feed;
        this.element = new ItemBuffer(bounds);
        this.depthMax = bounds.depthMax();
    }

    @Override
    public RawItem next() throws IOException {
        if (state == State.BEFORE && !open()) {
            state = State.ENDED;
            return feed.peek() == ByteFeed.END ? null : rest(ReasonCode.MALFORMED, "a JSON array is expected.");
        }
        return switch (state) {
            case FIRST, INSIDE -> element();
            case BEHIND -> behind();
            default -> null;
        };
    }

    private boolean open() throws IOException {
        if (feed.peekSignificant() != '[') {
            return false;
        }
        int b = feed.read();
        while (b != '[') {
            b = feed.read();
        }
        state = State.FIRST;
        return true;
    }

    private RawItem element() throws IOException {
        int last = readElement();
        element.trimEnd();
        depth = 0;
        if (last == ByteFeed.END) {
            state = State.ENDED;
            return fault("the array is not closed: its end may have been cut off.");
        }
        boolean empty = element.size() == 0;
        boolean none = empty && last == ']' && state == State.FIRST;
        state = last == ']' ? State.BEHIND : State.INSIDE;
        if (none) {
            return behind();
        }
        return empty ? fault("an element is empty.") : RawItem.sound(element.take());
    }

    private RawItem fault(String detail) {
        return new RawItem(element.take(), new Unreadable(ReasonCode.MALFORMED, detail));
    }

    private RawItem behind() throws IOException {
        state = State.ENDED;
        skipSpace();
        return feed.peek() == ByteFeed.END
                ? null
                : rest(ReasonCode.TRAILING_CONTENT, "something stands behind the end of the array.");
    }

    // Answers the byte that ended it: a comma, the closing bracket, or the end of the stream.
    private int readElement() throws IOException {
        skipSpace();
        boolean quoted = false;
        for (int b = feed.read(); b != ByteFeed.END; b = feed.read()) {
            if (quoted) {
                element.append(b);
                if (b == '\\' && feed.peek() != ByteFeed.END) {
                    element.append(feed.read());
                }
                quoted = b != '"';
            } else if (depth == 0 && (b == ',' || b == ']')) {
                return b;
            } else {
                quoted = b == '"';
                nest(b);
                element.append(b);
            }
        }
        return ByteFeed.END;
    }

    private void nest(int b) {
        if (b == '{' || b == '[') {
            open(b == '{');
        } else if (b == '}' || b == ']') {
            close(b == '}');
        }
    }

    private void open(boolean object) {
        if (depth < depthMax) {
            objects.set((int) depth, object);
        }
        depth++;
    }

    private void close(boolean object) {
        if (depth > depthMax) {
            depth--;
            return;
        }
        int open = (int) depth - 1;
        while (open >= 0 && objects.get(open) != object) {
            open--;
        }
        depth = Math.max(0, open);
    }

    private RawItem rest(ReasonCode code, String detail) throws IOException {
        for (int b = feed.read(); b != ByteFeed.END; b = feed.read()) {
            element.append(b);
        }
        return new RawItem(element.take(), new Unreadable(code, detail));
    }

    private void skipSpace() throws IOException {
        while (ByteFeed.isJsonSpace(feed.peek())) {
            feed.read();
        }
    }
}
