package io.plantgate.web;

import io.plantgate.worklist.Evidence;
import io.plantgate.worklist.FieldDifferences;
import io.plantgate.worklist.KeptArrivals;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /api/arrivals/{arrivalId}} and its bytes. */
@RestController
class ArrivalsController {

    private final ArrivalRows rows;
    private final PurgedMonths purged;
    private final KeptArrivals kept;
    private final FieldDifferences differences;
    private final WebProperties properties;

    ArrivalsController(
            ArrivalRows rows,
            PurgedMonths purged,
            KeptArrivals kept,
            FieldDifferences differences,
            WebProperties properties) {
        this.rows = rows;
        this.purged = purged;
        this.kept = kept;
        this.differences = differences;
        this.properties = properties;
    }

    @GetMapping("/api/arrivals/{arrivalId}")
    ArrivalAnswer arrival(@PathVariable long arrivalId) {
        ArrivalRow row = rows.find(arrivalId).orElseThrow(() -> notThere(arrivalId));
        Evidence evidence = kept.find(arrivalId).orElseThrow(() -> notThere(arrivalId));
        byte[] raw = evidence.delivery().raw().kept();
        boolean shown = raw.length <= properties.rawShownBytesMax();
        return new ArrivalAnswer(
                row,
                raw.length,
                shown ? Base64.getEncoder().encodeToString(raw) : null,
                shown ? utf8(raw) : null,
                differences.fields(evidence));
    }

    /** The kept bytes as they came, never for a browser to interpret. */
    @GetMapping("/api/arrivals/{arrivalId}/raw")
    ResponseEntity<byte[]> raw(@PathVariable long arrivalId) {
        Evidence evidence = kept.find(arrivalId).orElseThrow(() -> notThere(arrivalId));
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename("arrival-" + arrivalId + ".bin")
                                .build()
                                .toString())
                .header("X-Content-Type-Options", "nosniff")
                .header(
                        "Plantgate-Raw-Bytes",
                        Long.toString(evidence.delivery().raw().length()))
                .body(evidence.delivery().raw().kept());
    }

    private static String utf8(byte[] raw) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private RuntimeException notThere(long arrivalId) {
        if (rows.isInBlocks(arrivalId)) {
            return new NotKeptException(
                    "Arrival " + arrivalId + " was the first of its number, and its profile keeps compact evidence:"
                            + " neither its bytes nor how it came. What is known of it is at /api/events/"
                            + arrivalId + ".");
        }
        return purged.of(arrivalId)
                .<RuntimeException>map(month -> new PurgedException("Arrival " + arrivalId
                        + ", if there was one, is of " + month + ", whose arrivals are no longer kept."))
                .orElseGet(() -> new NotThereException("There is no arrival " + arrivalId + "."));
    }
}
