package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.PayloadRereading.KeptArrival;
import io.plantgate.event.Reading;
import io.plantgate.event.Reading.Incomplete;
import io.plantgate.event.ReasonCode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ProfileVersionsTest {

    private static final String BODY =
            "{\"source\":\"p1\",\"transitionId\":\"1\",\"bootId\":\"b\",\"v\":\"1.0\",\"sentAt\":\"%s\"}";
    private final Profile old = Readings.profile(Readings.TRANSITION);
    private final Profile newer =
            Readings.profile(Readings.TRANSITION + "payload: { volatile: [/sentAt] }\nfields: { v: number }\n");
    private final ProfileRereading rereading = new ProfileRereading();

    @Test
    void digestChangesWithWhatDecidesTheHashAndWithNothingElse() {
        assertThat(newer.version().digest()).isNotEqualTo(old.version().digest());
        Profile described = Readings.profile("description: other words\n" + Readings.TRANSITION
                + "effects: [ { name: a, kind: b } ]\nbounds: { depthMax: 9 }\nsourceTime: /sentAt\n");
        assertThat(described.version().digest()).isEqualTo(old.version().digest());
        assertThat(described.version().definition()).startsWith("description: other words");
    }

    @Test
    @Tag("W-08")
    void csvAndJsonWithEqualDeclaredFieldsHashAlike() {
        Profile csv = ProfileFiles.read(Path.of("routes/sites/demo/cells.profile.yaml"));
        Profile json = ProfileFiles.parse(
                "cells",
                "cells-json.profile.yaml",
                csv.version().definition().replaceFirst("(?s)format:\n.*?identity:", "format: json\nidentity:"));
        Event row =
                Readings.event(Readings.stream(csv, Readings.utf8("""
                cell;channel;seq;boot;time;state;good;celsius;note
                C-2;Count;41;B1;2026-03-02 08:00:12,5;RUN;1.234;36,60;"line ""A\"""
                """)).get(0).reading());
        Event object = Readings.event(json, """
                {"cell":"C-2","channel":"Count","seq":41,"boot":"B1","time":"2026-03-02T08:00:12.500+08:00",
                 "state":"RUN","good":1234,"celsius":36.6,"note":"line \\"A\\""}""");
        assertThat(json.version().digest()).isEqualTo(csv.version().digest());
        assertThat(object.identity()).isEqualTo(row.identity());
        assertThat(object.payload()).isEqualTo(row.payload());
        assertThat(object.device()).isEqualTo("C-2");
    }

    @Test
    void olderBytesAreHashedTheWayTheNewerTextDoes() {
        byte[] first = Readings.utf8(BODY.formatted("08:00"));
        EventIdentity identity = new EventIdentity("p1", "1", "b");
        KeptArrival kept = new KeptArrival(first, null, Map.of(), old.version(), identity);
        Event again = Readings.event(newer, BODY.formatted("09:00").replace("\"1.0\"", "1"));
        assertThat(rereading.reread(kept, newer.version())).contains(again.payload());
    }

    @Test
    void bytesThatCannotBeReadSoAnyMoreGiveNothing() {
        EventIdentity identity = new EventIdentity("p1", "1", "b");
        byte[] raw = Readings.utf8(BODY.formatted("x").replace("1.0", "one"));
        assertThat(rereading.reread(new KeptArrival(raw, null, Map.of(), old.version(), identity), newer.version()))
                .isEmpty();
        byte[] sound = Readings.utf8(BODY.formatted("x"));
        Map<String, String> transformed = Map.of("transformed", "true");
        assertThat(rereading.reread(new KeptArrival(sound, null, transformed, old.version(), identity), old.version()))
                .isEmpty();
        EventIdentity other = new EventIdentity("p2", "1", "b");
        assertThat(rereading.reread(new KeptArrival(sound, null, Map.of(), old.version(), other), old.version()))
                .isEmpty();
    }

    @Test
    void firstThatWasReadFromAnotherFormatIsReadByItsOwnText() {
        Profile csv = Readings.profile("""
                contract: transition
                format: csv
                identity: { source: /source, transitionId: /transitionId, bootId: /bootId }
                payload: { fields: [v] }
                fields: { v: number }
                """);
        Profile json = Readings.profile(Readings.TRANSITION + "payload: { fields: [v] }\nfields: { v: number }\n");
        EventIdentity identity = new EventIdentity("p1", "1", "b");
        KeptArrival row = new KeptArrival(
                Readings.utf8("p1,1,b,1.0"),
                Readings.utf8("source,transitionId,bootId,v"),
                Map.of(),
                csv.version(),
                identity);
        Event object = Readings.event(json, BODY.formatted("x"));
        assertThat(rereading.reread(row, json.version())).contains(object.payload());
    }

    @Test
    @Tag("E-41")
    void personCompletesWhatIsMissingAndNothingElse() {
        byte[] raw = Readings.utf8("{\"source\":\"p1\",\"transitionId\":\"1\",\"v\":1}");
        KeptArrival kept = new KeptArrival(raw, null, Map.of(), old.version(), null);
        assertThat(old.complete(kept, Map.of())).isInstanceOf(Incomplete.class);
        Reading completed = old.complete(kept, Map.of("bootId", "Bu\u0308-7", "transitionId", "2"));
        assertThat(Readings.event(completed).identity()).isEqualTo(new EventIdentity("p1", "1", "B\u00FC-7"));
        assertThat(Readings.refusal(old.complete(kept, Map.of("bootId", "b\u0000"))))
                .isEqualTo(ReasonCode.IDENTITY_CONTROL_CHARACTER);
        assertThat(old.complete(kept, Map.of("bootId", " "))).isInstanceOf(Incomplete.class);
        KeptArrival whole = new KeptArrival(
                raw, null, Map.of(), old.version(), Readings.event(completed).identity());
        assertThat(rereading.reread(whole, old.version()))
                .contains(Readings.event(completed).payload());
    }
}
