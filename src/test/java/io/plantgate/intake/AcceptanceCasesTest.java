package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.Payload;
import io.plantgate.event.Reading;
import io.plantgate.event.Reading.Incomplete;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the acceptance input reads as; a map stands in for the ledger's primary key. */
class AcceptanceCasesTest {

    private final Profile profile = ProfileFiles.acceptance();
    private final Map<EventIdentity, Payload> firsts = new HashMap<>();

    @Test
    @Tag("E-67")
    @Tag("E-71")
    @Tag("E-72")
    @Tag("E-73")
    @Tag("E-74")
    void everyLineReadsSoThatItsExpectedDecisionFollows() throws IOException {
        List<String> decisions = new ArrayList<>();
        for (String line : lines("cases.jsonl")) {
            decisions.add(decision(Readings.read(profile, sent(line))));
        }
        List<String> expected = lines("expected.csv").stream()
                .skip(1)
                .map(line -> line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)[2])
                .toList();
        assertThat(decisions).isEqualTo(expected);
    }

    private String decision(Reading reading) {
        if (reading instanceof Event event) {
            Payload first = firsts.putIfAbsent(event.identity(), event.payload());
            return first == null ? "CANONICAL" : first.equals(event.payload()) ? "DUPLICATE" : "CONFLICT";
        }
        return reading instanceof Incomplete ? "INCOMPLETE" : "QUARANTINED";
    }

    // The payload is the text of that value as it stands in the line, not a copy of it written anew.
    private static String sent(String line) throws IOException {
        JsonNode node = new ObjectMapper().readTree(line);
        int payload = line.indexOf("\"payload\": ");
        return node.has("raw")
                ? node.get("raw").asText()
                : line.substring(payload + "\"payload\": ".length(), line.lastIndexOf('}'));
    }

    private static List<String> lines(String name) throws IOException {
        try (var in = AcceptanceCasesTest.class.getResourceAsStream("/acceptance/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
