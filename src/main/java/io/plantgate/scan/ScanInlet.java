package io.plantgate.scan;

import io.plantgate.inlet.http.PostDoor;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.security.Principal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /api/scans}: one scan, a JSON array, NDJSON. Answers once the scan is worked on. */
@RestController
class ScanInlet {

    private final PostDoor door;
    private final ScanAnswers answers;
    private final ScanSettings settings;

    ScanInlet(PostDoor door, ScanAnswers answers, ScanSettings settings) {
        this.door = door;
        this.answers = answers;
        this.settings = settings;
    }

    /** Returns at once: a deferred result, or a refusal. */
    @PostMapping("/api/scans")
    Object receive(HttpServletRequest request, Principal sender) throws IOException {
        return door.receive(settings.profile(), request, sender, answers);
    }
}
