package io.plantgate.web;

import io.plantgate.inlet.http.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/**
 * Answers questions with CSV files. One that is cut says so: {@code Plantgate-More: true}, and a {@code Link} to what follows
 * (RFC 8288); a line in the file would be no row. {@code Plantgate-Cells} says whether texts are guarded against spreadsheets
 * ({@link io.plantgate.event.SpreadsheetText}) or exact.
 */
final class CsvAnswers {

    static final String MORE = "Plantgate-More";
    static final String CELLS = "Plantgate-Cells";

    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);
    private static final String RETRY_AFTER_SECONDS = "5";

    private final long bytesMax;
    private final Semaphore atATime;

    CsvAnswers(long bytesMax, int atATimeMax) {
        this.bytesMax = bytesMax;
        this.atATime = new Semaphore(atATimeMax);
    }

    /**
     * What a file holds.
     *
     * @param cells a row's values, in the order of the header
     * @param after the parameter that names where the next file begins
     * @param key its value for what begins behind this row; rows of one key stay together
     */
    record Table<T>(
            String fileName, List<String> header, Function<T, List<?>> cells, String after, Function<T, Object> key) {}

    /** Reads rows in their order until it is told that they are enough. */
    interface Rows<T> {
        void read(int keysMax, Predicate<T> reader);
    }

    /**
     * The file with the rows of so many keys.
     *
     * @param cells {@code exact} for texts as they are; null or {@code guarded} else
     */
    <T> ResponseEntity<?> answer(Table<T> table, int keysMax, String cells, HttpServletRequest request, Rows<T> rows) {
        boolean exact = exact(cells);
        if (!atATime.tryAcquire()) {
            return ResponseEntity.status(ProblemType.BUSY.status())
                    .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                    .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                    .body(ProblemType.BUSY.because("So many files are being made that this one has to wait."));
        }
        try {
            return file(table, keysMax, exact, request, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            atATime.release();
        }
    }

    private static boolean exact(String cells) {
        if (cells == null || cells.equals("guarded")) {
            return false;
        }
        if (cells.equals("exact")) {
            return true;
        }
        throw new InvalidRequestException("cells: neither guarded nor exact.");
    }

    private <T> ResponseEntity<?> file(
            Table<T> table, int keysMax, boolean exact, HttpServletRequest request, Rows<T> rows) throws IOException {
        try (CsvFile file = new CsvFile(exact)) {
            Cutting<T> cutting = new Cutting<>(table, keysMax, file);
            file.header(table.header());
            // One more than it holds: only that tells whether anything follows.
            rows.read(keysMax + 1, cutting);
            HttpHeaders headers = headers(table, exact);
            if (cutting.more) {
                headers.set(MORE, "true");
                headers.set(HttpHeaders.LINK, next(request, table.after(), cutting.last));
            }
            InputStream written = file.read();
            return ResponseEntity.ok()
                    .headers(headers)
                    .contentType(CSV)
                    .contentLength(file.bytes())
                    .body(new InputStreamResource(written));
        }
    }

    private static HttpHeaders headers(Table<?> table, boolean exact) {
        HttpHeaders headers = new HttpHeaders();
        headers.setContentDisposition(
                ContentDisposition.attachment().filename(table.fileName()).build());
        headers.set(CELLS, exact ? "exact" : "guarded");
        return headers;
    }

    private static String next(HttpServletRequest request, String after, Object key) {
        String query = ServletUriComponentsBuilder.fromRequest(request)
                .replaceQueryParam(after, UriUtils.encode(key.toString(), StandardCharsets.UTF_8))
                .build()
                .getQuery();
        return "<" + request.getRequestURI() + "?" + query + ">; rel=\"next\"";
    }

    /** Writes rows until the file is full, and then sees whether there is one more. */
    private final class Cutting<T> implements Predicate<T> {
        private final Table<T> table;
        private final int keysMax;
        private final CsvFile file;
        private int keys;
        private Object last;
        private boolean more;

        Cutting(Table<T> table, int keysMax, CsvFile file) {
            this.table = table;
            this.keysMax = keysMax;
            this.file = file;
        }

        @Override
        public boolean test(T row) {
            Object key = table.key().apply(row);
            if (!key.equals(last)) {
                if (keys == keysMax || file.bytes() >= bytesMax) {
                    more = true;
                    return false;
                }
                keys++;
                last = key;
            }
            file.row(table.cells().apply(row));
            return true;
        }
    }
}
