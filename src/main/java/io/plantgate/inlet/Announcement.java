package io.plantgate.inlet;

import io.plantgate.event.RawBytes;
import io.plantgate.intake.Profile;
import io.plantgate.intake.Profile.Framing;
import io.plantgate.ledger.LedgerExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * A file or a posted stream that is about to be read as an import.
 *
 * @param fileName the name under which a file was dropped, as data; the request of a post
 * @param fileBytes a file's size; null where only the end tells
 * @param chunkRows arrivals in a chunk
 * @param at the arrivalAt of all its rows
 */
public record Announcement(
        String inlet,
        String node,
        Profile profile,
        Framing framing,
        String fileName,
        Long fileBytes,
        int chunkRows,
        Instant at) {

    /**
     * Hex SHA-256 over what decides how a stream is cut into rows and chunks: the ledger's dealing, the
     * profile's text and the framing. Under another one the same number may name another chunk.
     */
    public static String readingDigest(Profile profile, Framing framing) {
        MessageDigest sha256 = RawBytes.newSha256();
        for (String part : List.of(LedgerExchange.DEALING, framing.name())) {
            sha256.update(part.getBytes(StandardCharsets.UTF_8));
            sha256.update((byte) '\n');
        }
        return HexFormat.of()
                .formatHex(sha256.digest(profile.version().definition().getBytes(StandardCharsets.UTF_8)));
    }

    String readingDigest() {
        return readingDigest(profile, framing);
    }
}
