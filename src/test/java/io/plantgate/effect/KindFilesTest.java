package io.plantgate.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.intake.YamlFinding;
import io.plantgate.ledger.EffectPlanning.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KindFilesTest {

    private static final String POSTING = """
            description: Books a trip.
            channel: erp
            message:
              json: |
                {
                  "document": .effect.key,
                  "severity": .event.payload.severity,
                  "plant": .site.plant
                }
            unknown: { then: repeat-with-key }
            retry: { firstSeconds: 0.5, factor: 3, secondsMax: 60, attemptsMax: 7 }
            maxAgeSeconds: 86400
            lane: device
            askSeconds: 30
            """;

    @TempDir
    private Path site;

    private void write(String name, String text) throws IOException {
        Files.writeString(site.resolve(name), text);
    }

    @Test
    void aKindIsReadWithAllThatItSays() throws IOException {
        write("erp-posting.effect.yaml", POSTING);

        Kind kind = KindFiles.load(site).find("erp-posting").orElseThrow();

        assertThat(kind.channel()).isEqualTo("erp");
        assertThat(kind.unknown().then()).isEqualTo(UnknownRule.Then.REPEAT_WITH_KEY);
        assertThat(kind.retry()).isEqualTo(new RetrySchedule(Duration.ofMillis(500), 3, Duration.ofSeconds(60), 7));
        assertThat(kind.maxAge()).isEqualTo(Duration.ofDays(1));
        assertThat(kind.lane()).isEqualTo(Lane.DEVICE);
        assertThat(kind.ask()).isEqualTo(Duration.ofSeconds(30));
        String known =
                "{\"event\":{\"payload\":{\"severity\":\"High\"}},\"effect\":{\"key\":\"7/p/r\"},\"site\":{\"plant\":4711}}";
        assertThat(message(kind, new ObjectMapper().readTree(known)).text())
                .isEqualTo("{\"document\":\"7/p/r\",\"severity\":\"High\",\"plant\":4711}");
    }

    @Test
    void aTextThatHasNoEndIsRefusedWithItsLineAndTheOldKindStays() throws IOException {
        write("erp-posting.effect.yaml", POSTING);
        KindFiles kinds = KindFiles.load(site);

        for (String endless : List.of(
                "channel: erp\nmessage: &m { json: *m }\n",
                "a: &a [x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\n"
                        + "d: &d [*c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d, *d]\n"
                        + "f: &f [*e, *e, *e, *e, *e, *e, *e, *e]\n",
                "channel: " + "[".repeat(100_000),
                "channel: erp\nmessage: { json: '" + "[".repeat(100_000) + "' }\nunknown: { then: wait }\n")) {
            write("erp-posting.effect.yaml", endless);

            assertThat(kinds.reload()).isFalse();
            assertThat(kinds.refused()).singleElement().satisfies(finding -> assertThat(finding.toString())
                    .containsPattern("erp-posting\\.effect\\.yaml:.*(write|[Nn]esting|nested)"));
        }

        assertThat(kinds.find("erp-posting").orElseThrow().channel()).isEqualTo("erp");
        write("erp-posting.effect.yaml", POSTING.replace("channel: erp", "channel: erp-2"));
        assertThat(kinds.reload()).isTrue();
    }

    @Test
    void aTextMessageIsForPeopleWhoAreThereNow() throws IOException {
        write("sms.effect.yaml", "channel: sms\nmessage: { text: '\"x\"' }\nunknown: { then: repeat, timesMax: 1 }\n");
        write(
                "any-age.effect.yaml",
                "channel: sms\nmessage: { text: '\"x\"' }\nunknown: { then: wait }\nmaxAgeSeconds: 0\n");

        KindFiles kinds = KindFiles.load(site);

        assertThat(kinds.find("sms").orElseThrow().maxAge()).isEqualTo(Duration.ofHours(1));
        assertThat(kinds.find("any-age").orElseThrow().maxAge()).isNull();
        assertThat(message(kinds.find("sms").orElseThrow(), new ObjectMapper().createObjectNode()))
                .isEqualTo(new Message(new byte[] {'x'}, "text/plain"));
    }

    @Test
    void aKindWhoseTextStaysIsNotMadeAnewWhenAnotherChanges() throws IOException {
        write("sms.effect.yaml", "channel: sms\nmessage: { text: '\"x\"' }\nunknown: { then: wait }\n");
        write("erp.effect.yaml", "channel: erp\nmessage: { json: '1' }\nunknown: { then: wait }\n");
        KindFiles kinds = KindFiles.load(site);
        Kind sms = kinds.find("sms").orElseThrow();
        Kind erp = kinds.find("erp").orElseThrow();

        write("erp.effect.yaml", "channel: erp\nmessage: { json: '2' }\nunknown: { then: wait }\n");

        assertThat(kinds.reload()).isTrue();
        assertThat(kinds.find("sms")).get().isSameAs(sms);
        assertThat(kinds.find("erp")).get().isNotSameAs(erp);
    }

    @Test
    void allThatIsWrongIsSaidWithFileAndLine() throws IOException {
        write("a.effect.yaml", "chanel: erp\nmessage: { json: . }\nunknown: { then: perhaps }\n");
        write("b.effect.yaml", POSTING.replace(".event.payload.severity,", ".event.payload.severity"));
        write("c.effect.yaml", "channel: c\nmessage: { json: . }\nunknown: { then: wait, timesMax: 2 }\n");

        assertThatThrownBy(() -> KindFiles.load(site))
                .isInstanceOf(KindsRefusedException.class)
                .hasMessageContaining("a.effect.yaml:1: unknown key 'chanel'")
                .hasMessageContaining("a.effect.yaml:1: the kind lacks 'channel'")
                .hasMessageContaining("a.effect.yaml:3: unknown.then: \"perhaps\" is not allowed")
                .hasMessageContaining("b.effect.yaml:8: message.json is no JSLT")
                .hasMessageContaining("c.effect.yaml:3: unknown.timesMax bounds then: repeat only");
    }

    @Test
    void aChangedFileCountsWithoutARestartAndAWrongOneLeavesTheOldInUse() throws IOException {
        write("erp-posting.effect.yaml", POSTING);
        KindFiles kinds = KindFiles.load(site);
        assertThat(kinds.reload()).isFalse();

        write("erp-posting.effect.yaml", POSTING.replace("channel: erp", "channel: erp2"));
        assertThat(kinds.reload()).isTrue();
        assertThat(kinds.find("erp-posting").orElseThrow().channel()).isEqualTo("erp2");

        write("erp-posting.effect.yaml", "channel: [\n");
        assertThat(kinds.reload()).isFalse();
        assertThat(kinds.refused()).singleElement().satisfies(one -> assertThat(one.toString())
                .contains("erp-posting.effect.yaml"));
        assertThat(kinds.find("erp-posting").orElseThrow().channel()).isEqualTo("erp2");
    }

    @Test
    void aChangeWithWhichTheGatewayWouldNotStartIsRefusedUntilWhatIsWrongIsMended() throws IOException {
        List<YamlFinding> wrong = new ArrayList<>();
        write("erp-posting.effect.yaml", POSTING);
        KindFiles kinds = KindFiles.load(site, () -> List.copyOf(wrong));
        wrong.add(new YamlFinding("pumps.profile.yaml", 9, "the site has no kind of effect 'erp-posting'."));

        Files.delete(site.resolve("erp-posting.effect.yaml"));

        assertThat(kinds.reload()).isFalse();
        assertThat(kinds.refused()).isEqualTo(wrong);
        assertThat(kinds.find("erp-posting")).isPresent();
        wrong.clear();
        assertThat(kinds.reload()).isTrue();
        assertThat(kinds.refused()).isEmpty();
    }

    @Test
    void aKindWhoseFileIsGoneIsNotUsedAnyMore() throws IOException {
        write("erp-posting.effect.yaml", POSTING);
        write("sms.effect.yaml", "channel: sms\nmessage: { text: '\"x\"' }\nunknown: { then: wait }\n");
        KindFiles kinds = KindFiles.load(site);

        Files.delete(site.resolve("erp-posting.effect.yaml"));

        assertThat(kinds.reload()).isTrue();
        assertThat(kinds.find("erp-posting")).isEmpty();
        assertThat(kinds.find("sms")).isPresent();
    }

    @Test
    void eachAttemptNamesTheTextUnderWhichItWasMade() throws Exception {
        try (EffectFixture fixture = new EffectFixture()) {
            EffectStore store = new EffectStore(fixture.database.dataSource(), EffectFixture.BYTES_AS_TEXT);
            Claims.Terms terms = new Claims.Terms("erp", "test", 1_000);
            for (String text : new String[] {POSTING, POSTING + "\n", POSTING}) {
                Kind kind =
                        KindReader.read("erp-posting", "erp-posting.effect.yaml", text.replace("lane: device\n", ""));
                fixture.insert("erp-posting", EffectState.PENDING);
                fixture.rows.execute("update outbox set due_at = now(), age_waived = true where state = 'pending'");
                assertThat(store.claim(kind, terms, 1).claims()).hasSize(1);
            }
            assertThat(fixture.rows.list("select kind_version from attempt order by attempt_id"))
                    .containsExactly("1", "2", "1");
            assertThat(fixture.rows.count("effect_kind_version")).isEqualTo(2);
        }
    }

    private static Message message(Kind kind, JsonNode known) {
        return kind.message().render(known, 1_000, kind.message().run(1_000_000_000));
    }
}
