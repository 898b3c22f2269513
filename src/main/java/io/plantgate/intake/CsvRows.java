package io.plantgate.intake;

import io.plantgate.event.RawBytes;
import io.plantgate.event.ReasonCode;
import java.io.IOException;

/**
 * Rows of CSV (RFC 4180), cut on their bytes; blank lines are no rows. A line end is LF or CRLF and belongs to no row.
 *
 * <p>A quote that is never closed spoils its own line only: if the end, a bound, text behind a closing quote or a wrong
 * number of columns shows that a row of several lines is none, its first line is given up and the next one starts anew.
 * No byte is read again more often than {@code quotedLinesMax} times, so the work stays linear in the stream's length.
 */
final class CsvRows implements ItemFraming.Items {

    private static final int BOM_FIRST = 0xEF;
    private static final int UNKNOWN = -1;

    private final ByteFeed feed;
    private final CsvDialect dialect;
    private final Bounds bounds;
    private final ItemBuffer row;
    private final boolean finalNewlineRequired;
    private int columns;
    private byte[] header;
    private boolean started;

    private State state;
    private int fields;
    private int firstLineEnd;
    private int lines;

    private enum State {
        FIELD_START,
        PLAIN,
        QUOTED,
        QUOTE_IN_QUOTED
    }

    CsvRows(ByteFeed feed, CsvDialect dialect, Bounds bounds, boolean finalNewlineRequired) {
        this.feed = feed;
        this.dialect = dialect;
        this.bounds = bounds;
        this.row = new ItemBuffer(bounds);
        this.finalNewlineRequired = finalNewlineRequired;
        this.columns = dialect.hasHeader() ? UNKNOWN : dialect.columns().size();
    }

    @Override
    public byte[] header() {
        return header;
    }

    @Override
    public RawItem next() throws IOException {
        if (!started) {
            started = true;
            RawItem broken = dialect.hasHeader() ? readHeader() : null;
            if (broken != null) {
                return broken;
            }
        }
        return nextRow(finalNewlineRequired);
    }

    // Answers the header row if it cannot be used; every row behind it is then without a header.
    private RawItem readHeader() throws IOException {
        RawItem first = nextRow(false);
        if (first == null) {
            return null;
        }
        boolean broken = first.fault() != null || first.raw().truncated();
        header = broken ? new byte[0] : first.raw().kept();
        columns = broken ? UNKNOWN : fields;
        return broken ? first : null;
    }

    private RawItem nextRow(boolean newlineRequired) throws IOException {
        begin();
        skipBlankLines();
        if (feed.peek() == ByteFeed.END && row.size() == 0) {
            return null;
        }
        while (true) {
            int b = feed.read();
            if (b == ByteFeed.END) {
                return state == State.QUOTED ? spoiled(b) : atEnd(newlineRequired);
            }
            if (b == '\n' && state != State.QUOTED) {
                return ended();
            }
            if (!fits(b) || !step(b)) {
                return spoiled(b);
            }
            if (row.overBound()) {
                return skipLine();
            }
        }
    }

    private void begin() throws IOException {
        row.reset();
        state = State.FIELD_START;
        fields = 1;
        firstLineEnd = UNKNOWN;
        lines = 1;
        if (header == null && dialect.utf8() && feed.peek() == BOM_FIRST) {
            appendBom();
        }
    }

    private void appendBom() throws IOException {
        for (int i = 0; i < 3 && feed.peek() >= 0x80; i++) {
            row.append(feed.read());
        }
        boolean bom = row.size() == 3 && Utf8.bomLength(row.array()) == 3;
        state = bom ? State.FIELD_START : State.PLAIN;
    }

    private void skipBlankLines() throws IOException {
        while (row.size() == 0 && (feed.peek() == '\n' || feed.peek() == '\r')) {
            feed.read();
        }
    }

    // A row of several lines that reaches a bound is a stray quote, not a long row.
    private boolean fits(int b) {
        return firstLineEnd == UNKNOWN || row.size() < bounds.payloadBytesMax() && lines <= bounds.quotedLinesMax();
    }

    // Answers false if this byte cannot stand here.
    private boolean step(int b) throws IOException {
        switch (state) {
            case FIELD_START -> state = b == dialect.quote() ? State.QUOTED : plain(b);
            case PLAIN -> state = plain(b);
            case QUOTED -> state = b == dialect.quote() ? State.QUOTE_IN_QUOTED : State.QUOTED;
            case QUOTE_IN_QUOTED -> {
                if (b == dialect.quote()) {
                    state = State.QUOTED;
                } else if (b == dialect.delimiter()) {
                    state = plain(b);
                } else if (b != '\r' || feed.peek() != '\n' && feed.peek() != ByteFeed.END) {
                    return false;
                }
            }
        }
        if (firstLineEnd != UNKNOWN && columns != UNKNOWN && fields > columns) {
            return false;
        }
        row.append(b);
        if (b == '\n') {
            lines++;
            firstLineEnd = firstLineEnd == UNKNOWN ? row.size() : firstLineEnd;
        }
        return true;
    }

    private State plain(int b) {
        if (b != dialect.delimiter()) {
            return State.PLAIN;
        }
        fields++;
        return State.FIELD_START;
    }

    private RawItem ended() throws IOException {
        boolean severalLines = firstLineEnd != UNKNOWN;
        if (severalLines && columns != UNKNOWN && fields != columns) {
            return spoiled('\n');
        }
        dropCarriageReturn();
        return RawItem.sound(row.take());
    }

    private RawItem atEnd(boolean newlineRequired) throws IOException {
        if (firstLineEnd != UNKNOWN && columns != UNKNOWN && fields != columns) {
            return spoiled(ByteFeed.END);
        }
        dropCarriageReturn();
        Unreadable fault = newlineRequired ? unterminated() : null;
        return new RawItem(row.take(), fault);
    }

    private static Unreadable unterminated() {
        return new Unreadable(
                ReasonCode.LAST_ROW_UNTERMINATED,
                "the last row has no line end and may have been cut off. Send the file again whole, or set"
                        + " finalNewline: optional in the profile's format if the source never writes it.");
    }

    private RawItem spoiled(int b) throws IOException {
        if (firstLineEnd == UNKNOWN) {
            return spoiledLine(b);
        }
        if (b != ByteFeed.END) {
            feed.unread((byte) b);
        }
        feed.unread(row.array(), firstLineEnd, row.size());
        row.cut(firstLineEnd - 1);
        dropCarriageReturn();
        return new RawItem(row.take(), unclosed());
    }

    private RawItem spoiledLine(int b) throws IOException {
        boolean unclosed = b == ByteFeed.END;
        if (!unclosed) {
            row.append(b);
        }
        RawBytes line = skipLine().raw();
        Unreadable behind = new Unreadable(
                ReasonCode.MALFORMED, "something stands between a closing quote and the next delimiter.");
        return new RawItem(line, unclosed ? unclosed() : behind);
    }

    private static Unreadable unclosed() {
        return new Unreadable(
                ReasonCode.UNCLOSED_QUOTE,
                "a quote is opened and never closed, or not within quotedLinesMax lines. The rows behind it were read.");
    }

    private RawItem skipLine() throws IOException {
        for (int b = feed.read(); b != ByteFeed.END && b != '\n'; b = feed.read()) {
            row.append(b);
        }
        dropCarriageReturn();
        return RawItem.sound(row.take());
    }

    private void dropCarriageReturn() {
        if (!row.overBound() && row.size() > 0 && row.array()[row.size() - 1] == '\r') {
            row.cut(row.size() - 1);
        }
    }
}
