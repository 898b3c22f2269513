package io.plantgate.inlet.http;

import io.plantgate.event.RawBytes;
import io.plantgate.inlet.GzipMembers;
import io.plantgate.intake.Profile;
import io.plantgate.intake.Profile.Framing;
import jakarta.servlet.http.HttpServletRequest;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipException;
import org.springframework.http.HttpHeaders;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/** The body of one post, unpacked, and how its items follow each other. */
final class PostedBody {

    /** How far the first character that is not white space is looked for. */
    private static final int PEEK_BYTES = 1024;

    /** What can come with a head: the container reads no more at once. */
    private static final int AHEAD_BYTES_MAX = 1 << 14;

    private final Profile profile;
    private final HttpServletRequest request;
    private final HttpInletProperties bounds;
    private final TimedInput wire;

    /** The sender's time begins here. */
    PostedBody(Profile profile, HttpServletRequest request, HttpInletProperties bounds) throws IOException {
        this.profile = profile;
        this.request = request;
        this.bounds = bounds;
        this.wire = new TimedInput(
                request.getInputStream(), System.nanoTime() + TimeUnit.SECONDS.toNanos(bounds.bodySecondsMax()));
    }

    /** True if the whole body came with its head, so that reading it waits for nobody. To be asked once. */
    boolean isHere() throws IOException {
        long length = request.getContentLengthLong();
        return length >= 0 && length <= AHEAD_BYTES_MAX && wire.readAhead((int) length);
    }

    /** True for content codings that can be unpacked: none or gzip. */
    static boolean isCodingKnown(HttpServletRequest request) {
        return switch (coding(request)) {
            case "", "identity", "gzip" -> true;
            default -> false;
        };
    }

    /** True if content type or profile say that items follow each other. */
    boolean isDeclaredStream() {
        return declaredFraming().isPresent();
    }

    /** Reads a single item whole; opens a stream without reading more than its first characters. */
    Opened open() throws IOException {
        Opened opened = coding(request).equals("gzip") ? unpack() : open(wire);
        if (opened instanceof Stream) {
            wire.takeYourTime();
        }
        return opened;
    }

    private Opened unpack() throws IOException {
        CapturedStream packed = new CapturedStream(wire, profile.payloadBytesMax(), bounds.streamBytesMax());
        try {
            GzipMembers members = new GzipMembers(packed);
            return bounded(open(members), members);
        } catch (ZipException | EOFException e) {
            packed.drain();
            return new Unpackable(packed.captured());
        }
    }

    // A single item is bounded by itself: it is quarantined as too large, with its hash.
    private Opened bounded(Opened opened, GzipMembers members) {
        return opened instanceof Stream stream
                ? new Stream(new UnpackedInput(stream.content(), members, bounds.gzipRatioMax()), stream.framing())
                : opened;
    }

    private Opened open(InputStream bytes) throws IOException {
        BufferedInputStream content = new BufferedInputStream(bytes);
        Optional<Framing> declared = declaredFraming();
        if (declared.isPresent()) {
            return new Stream(content, declared.get());
        }
        return startsWithBracket(content) ? new Stream(content, Framing.OF_THE_PROFILE) : single(content);
    }

    /** The framing that content type and profile name; empty where the first character must tell. */
    private Optional<Framing> declaredFraming() {
        return switch (mediaType()) {
            case "application/x-ndjson", "application/jsonl" -> Optional.of(Framing.JSON_LINES);
            case "application/cloudevents-batch+json" -> Optional.of(Framing.JSON_ARRAY);
            default -> profile.holdsManyItems() ? Optional.of(Framing.OF_THE_PROFILE) : Optional.empty();
        };
    }

    private String mediaType() {
        try {
            MimeType type = MimeTypeUtils.parseMimeType(request.getContentType());
            return (type.getType() + "/" + type.getSubtype()).toLowerCase(Locale.ROOT);
        } catch (InvalidMimeTypeException e) {
            return "";
        }
    }

    private Single single(InputStream content) throws IOException {
        CapturedStream captured = new CapturedStream(content, profile.payloadBytesMax(), bounds.bodyBytesMax());
        captured.drain();
        return new Single(captured.captured());
    }

    private static boolean startsWithBracket(BufferedInputStream content) throws IOException {
        content.mark(PEEK_BYTES);
        int seen = 1;
        int next = content.read();
        while (seen < PEEK_BYTES && isSkipped(next)) {
            next = content.read();
            seen++;
        }
        content.reset();
        return next == '[';
    }

    // White space of JSON, byte order marks, and the zero bytes of UTF-16.
    private static boolean isSkipped(int octet) {
        return switch (octet) {
            case ' ', '\t', '\r', '\n', 0x00, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF -> true;
            default -> false;
        };
    }

    private static String coding(HttpServletRequest request) {
        String coding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        return coding == null ? "" : coding.strip().toLowerCase(Locale.ROOT);
    }

    /** What a post holds. */
    sealed interface Opened {}

    /** One item. */
    record Single(RawBytes raw) implements Opened {}

    /** Bytes that are not of the coding that they claim; kept as they came, never guessed at. */
    record Unpackable(RawBytes raw) implements Opened {}

    /** Items of any number, read while they come. */
    record Stream(InputStream content, Framing framing) implements Opened {}
}
