package io.plantgate.embedded.plc;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The hand at the simulated line: what a device really did, and how it treats the next writes. */
@RestController
@ConditionalOnProperty("plantgate.simulator.plc.enabled")
class SimulatorController {

    private final Map<String, SimulatedDevice> devices = new TreeMap<>();

    SimulatorController(List<SimulatedDevice> devices) {
        devices.forEach(device -> this.devices.put(device.name(), device));
    }

    /** @param repeats operations that came again and were not done again */
    record Truth(String device, List<LoggedWrite> writes, List<String> repeats) {}

    /**
     * @param next in this order; well again after that
     * @param guardClosed what the guard's contact says from now on; null leaves it
     */
    record Wish(List<Manner> next, Boolean guardClosed) {}

    /** What the device itself has in its log. */
    @GetMapping("/api/simulator/plc/{name}")
    ResponseEntity<Truth> truth(@PathVariable String name) {
        SimulatedDevice device = devices.get(name);
        return device == null
                ? ResponseEntity.notFound().build()
                : ResponseEntity.ok(
                        new Truth(name, device.log().writes(), device.log().repeats()));
    }

    /** How it treats the next writes, for instance {@code {"next": ["LOST"]}}; or its guard: {@code {"guardClosed": false}}. */
    @PostMapping(path = "/api/simulator/plc/{name}", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> next(@PathVariable String name, @RequestBody Wish wish) {
        SimulatedDevice device = devices.get(name);
        if (device == null || wish.next() == null && wish.guardClosed() == null) {
            return ResponseEntity.notFound().build();
        }
        if (wish.guardClosed() != null && !device.guard(wish.guardClosed())) {
            return ResponseEntity.badRequest().build();
        }
        if (wish.next() != null) {
            device.next(wish.next().toArray(Manner[]::new));
        }
        return ResponseEntity.noContent().build();
    }
}
