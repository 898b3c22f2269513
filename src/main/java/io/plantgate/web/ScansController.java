package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.plantgate.event.ScanWords;
import io.plantgate.scan.DeviceQuality;
import io.plantgate.scan.ScanArrival;
import io.plantgate.scan.ScanRow;
import io.plantgate.scan.ScanTraces;
import io.plantgate.scan.ScanTraces.Query;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Traces of barcode scans. Names are those of the columns of {@code scan_event}. */
@RestController
class ScansController {

    private static final Duration DAY = Duration.ofDays(1);

    private final ScanTraces traces;
    private final PurgedMonths purged;
    private final Paging paging;
    private final CsvAnswers csv;

    ScansController(ScanTraces traces, PurgedMonths purged, Paging paging, CsvAnswers csv) {
        this.traces = traces;
        this.purged = purged;
        this.paging = paging;
        this.csv = csv;
    }

    @GetMapping(path = "/api/scans", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<ScanRow> search(
            @RequestParam(name = "bind_sn", required = false) String bindSn,
            @RequestParam(name = "bind_lot", required = false) String bindLot,
            @RequestParam(name = "station_id", required = false) String stationId,
            @RequestParam(name = "device_id", required = false) String deviceId,
            @RequestParam(name = "scan_result", required = false) String scanResult,
            @RequestParam(name = "result_code", required = false) String resultCode,
            @RequestParam(name = "scan_session_id", required = false) String sessionId,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit) {
        return Page.of(
                paging.limit(limit),
                rows -> traces.find(new Query(
                        bindSn,
                        bindLot,
                        stationId,
                        deviceId,
                        result(scanResult),
                        resultCode,
                        sessionId,
                        from,
                        to,
                        Paging.below(after),
                        rows)),
                ScanRow::eventId);
    }

    /** The same question as a file of all that answers it, up to {@code plantgate.web.csv-rows-max}. */
    @GetMapping("/api/scans.csv")
    ResponseEntity<?> export(
            @RequestParam(name = "bind_sn", required = false) String bindSn,
            @RequestParam(name = "bind_lot", required = false) String bindLot,
            @RequestParam(name = "station_id", required = false) String stationId,
            @RequestParam(name = "device_id", required = false) String deviceId,
            @RequestParam(name = "scan_result", required = false) String scanResult,
            @RequestParam(name = "result_code", required = false) String resultCode,
            @RequestParam(name = "scan_session_id", required = false) String sessionId,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to,
            @RequestParam(required = false) Long after,
            @RequestParam(required = false) Integer limit,
            @RequestParam(required = false) String cells,
            HttpServletRequest request) {
        String result = result(scanResult);
        return csv.answer(
                ScanCsv.TABLE,
                paging.csvLimit(limit),
                cells,
                request,
                (rows, reader) -> traces.each(
                        new Query(
                                bindSn,
                                bindLot,
                                stationId,
                                deviceId,
                                result,
                                resultCode,
                                sessionId,
                                from,
                                to,
                                Paging.below(after),
                                rows),
                        reader));
    }

    // A word that no scan has would be answered as if there were none of them.
    private static String result(String word) {
        if (word != null && !ScanWords.RESULTS.contains(word)) {
            throw new InvalidRequestException("scan_result: not one of " + String.join(", ", ScanWords.RESULTS) + ".");
        }
        return word;
    }

    /**
     * A scan, and what else came under its key.
     *
     * @param arrivals repeats and contradictions, the newest first
     * @param arrivalsPurged the month (2026-03) that the scan came in, if its arrivals are no longer kept; else null. What came later
     *     is listed, and {@code /api/summaries} counts all
     */
    record Story(
            @JsonUnwrapped ScanRow scan,
            List<ScanArrival> arrivals,

            @JsonProperty("arrivals_purged") @JsonInclude(JsonInclude.Include.NON_NULL)
            String arrivalsPurged) {}

    @GetMapping("/api/scans/{eventId}")
    Story story(@PathVariable long eventId, @RequestParam(required = false) Integer limit) {
        ScanRow scan =
                traces.find(eventId).orElseThrow(() -> new NotThereException("There is no scan " + eventId + "."));
        return new Story(
                scan,
                traces.arrivals(eventId, paging.limit(limit)),
                purged.of(eventId).orElse(null));
    }

    @GetMapping("/api/scan-devices/{deviceId}")
    DeviceQuality quality(
            @PathVariable String deviceId,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to) {
        Instant until = to == null ? Instant.now() : to;
        Instant since = from == null ? until.minus(DAY) : from;
        return traces.quality(deviceId, since, until)
                .orElseThrow(() -> new NotThereException("Device " + deviceId + " captured nothing from " + since
                        + " to " + until + "; a scan without capture_time is not counted."));
    }
}
