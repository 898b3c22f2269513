package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.event.Event;
import io.plantgate.event.PayloadRereading.KeptArrival;
import io.plantgate.event.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XmlReadingTest {

    private final Profile profile = Readings.profile("""
            contract: transition
            format: { type: xml, root: event }
            identity: { source: /@source, transitionId: /id, bootId: /meta/boot }
            fields: { value: number }
            """);

    private static final String EVENT = """
            <?xml version="1.0" encoding="UTF-8"?>
            <event source="PUMP-07/Trip"><id>T91</id><meta><boot>B17</boot></meta><value>12.50</value>\
            <part>a</part><part>b</part></event>
            """;

    @Test
    void elementsAndAttributesAreFields() {
        Event event = Readings.event(profile, EVENT);
        assertThat(event.identity().source()).isEqualTo("PUMP-07/Trip");
        assertThat(event.identity().transitionId()).isEqualTo("T91");
        assertThat(event.identity().bootId()).isEqualTo("B17");
        KeptArrival kept = new KeptArrival(Readings.utf8(EVENT), null, Map.of(), profile.version(), null);
        assertThat(profile.fields(kept))
                .isEqualTo(Map.of("meta", "{}", "value", "12.50", "part/0", "a", "part/1", "b"));
    }

    @Test
    void notationOfMarkupAndNumbersDoesNotMatter() {
        Event first = Readings.event(profile, EVENT);
        String other = EVENT.replace("12.50", "<![CDATA[1.25e1]]>")
                .replace("<id>", "\n  <id  >")
                .replace("a<", "&#97;<");
        assertThat(Readings.event(profile, other)).isEqualTo(first);
        assertThat(Readings.event(profile, EVENT.replace("<part>b</part>", "")).payload())
                .isNotEqualTo(first.payload());
    }

    @Test
    @Tag("A14")
    void documentTypeIsRefusedAndNothingIsFetched(@TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret.txt"), "secret");
        String external = "<!DOCTYPE event [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]><event>&x;</event>";
        String laughs = "<!DOCTYPE event [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><event>&b;</event>";
        String remote = "<!DOCTYPE event SYSTEM \"http://127.0.0.1:9/event.dtd\"><event/>";
        for (String text : new String[] {external, laughs, remote}) {
            assertThat(Readings.refusal(Readings.read(profile, text))).isEqualTo(ReasonCode.DOCTYPE_FORBIDDEN);
        }
    }

    @Test
    void everyFaultHasItsReason() {
        assertThat(Readings.refusal(Readings.read(profile, "<event>"))).isEqualTo(ReasonCode.MALFORMED);
        assertThat(Readings.refusal(Readings.read(profile, "<event/><event/>"))).isEqualTo(ReasonCode.MALFORMED);
        assertThat(Readings.refusal(Readings.read(profile, "<other/>"))).isEqualTo(ReasonCode.MALFORMED);
        assertThat(Readings.refusal(Readings.read(profile, "<event>&x;</event>")))
                .isEqualTo(ReasonCode.MALFORMED);
        assertThat(Readings.refusal(Readings.read(profile, "<a>".repeat(1001)))).isEqualTo(ReasonCode.MALFORMED);
        assertThat(Readings.refusal(Readings.read(profile, "<event>" + "<a>".repeat(1001))))
                .isEqualTo(ReasonCode.TOO_DEEP);
        byte[] latin = "<event><id>\u00FC</id></event>".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(Readings.refusal(Readings.read(profile, latin))).isEqualTo(ReasonCode.NOT_DECODABLE);
    }
}
