package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.plantgate.scan.DeviceQuality;
import io.plantgate.scan.ScanArrival;
import io.plantgate.scan.ScanRow;
import io.plantgate.scan.ScanTraces;
import io.plantgate.scan.ScanTraces.Query;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Traces of barcode scans. Names are those of the columns of {@code scan_event}. */
@RestController
class ScansController {

    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);
    private static final Duration DAY = Duration.ofDays(1);

    private final ScanTraces traces;
    private final Paging paging;

    ScansController(ScanTraces traces, Paging paging) {
        this.traces = traces;
        this.paging = paging;
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
                        scanResult,
                        resultCode,
                        sessionId,
                        from,
                        to,
                        Paging.below(after),
                        rows)),
                ScanRow::eventId);
    }

    /** The same question as a file; pages follow each other until the last is shorter than its limit. */
    @GetMapping("/api/scans.csv")
    ResponseEntity<byte[]> export(
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
        List<ScanRow> rows = traces.find(new Query(
                bindSn,
                bindLot,
                stationId,
                deviceId,
                scanResult,
                resultCode,
                sessionId,
                from,
                to,
                Paging.below(after),
                paging.limit(limit)));
        return ResponseEntity.ok()
                .contentType(CSV)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename("scans.csv")
                                .build()
                                .toString())
                .body(ScanCsv.of(rows));
    }

    /**
     * A scan, and what else came under its key.
     *
     * @param arrivals repeats and contradictions, the newest first
     */
    record Story(@JsonUnwrapped ScanRow scan, List<ScanArrival> arrivals) {}

    @GetMapping("/api/scans/{eventId}")
    Story story(@PathVariable long eventId, @RequestParam(required = false) Integer limit) {
        ScanRow scan =
                traces.find(eventId).orElseThrow(() -> new NotThereException("There is no scan " + eventId + "."));
        return new Story(scan, traces.arrivals(eventId, paging.limit(limit)));
    }

    @GetMapping("/api/scan-devices/{deviceId}")
    DeviceQuality quality(
            @PathVariable String deviceId,
            @RequestParam(required = false) Instant from,
            @RequestParam(required = false) Instant to) {
        Instant until = to == null ? Instant.now() : to;
        Instant since = from == null ? until.minus(DAY) : from;
        return traces.quality(deviceId, since, until)
                .orElseThrow(() -> new NotThereException(
                        "Device " + deviceId + " captured nothing from " + since + " to " + until + "."));
    }
}
