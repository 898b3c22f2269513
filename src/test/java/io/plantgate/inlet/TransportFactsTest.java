package io.plantgate.inlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransportFactsTest {

    private final TransportFacts facts = new TransportFacts(List.of("Content-Type", "ce-*", "*"), 8, 16);
    private final TransportFacts listed = new TransportFacts(List.of("Content-Type", "ce-*"), 3, 16);

    @Tag("J01")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cAmElHttpUri",
                "CamelSqlQuery",
                "CamelFileName",
                "CAMELFILENAME",
                " CamelFileName",
                "org.apache.camel.Anything",
                "Org.Apache.Camel.x"
            })
    void whatSteersCamelIsGoneAtTheDoorEvenIfTheListAllowsEverything(String header) {
        assertThat(facts.of(Map.of(header, "../x"))).isEmpty();
        assertThat(new DoorFilter().applyFilterToExternalHeaders(header, "../x", null))
                .isTrue();
    }

    @Test
    void aHeaderThatOnlyContainsTheWordPassesTheDoor() {
        assertThat(new DoorFilter().applyFilterToExternalHeaders("x-camel", "1", null))
                .isFalse();
    }

    @Test
    @Tag("J01")
    void theMachinesLanguageDoesNotOpenTheDoor() {
        Locale before = Locale.getDefault();
        Locale.setDefault(new Locale("tr", "TR"));
        try {
            assertThat(TransportFacts.steersCamel("CAMELFILENAME")).isTrue();
            assertThat(listed.of(Map.of("CE-ID", "1"))).containsEntry("ce-id", "1");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"})
    void credentialsAreNeverFacts(String header) {
        assertThat(facts.of(Map.of(header, "secret"))).isEmpty();
    }

    @Test
    void onlyTheListedNamesAreKeptInLowerCase() {
        assertThat(listed.of(Map.of("CONTENT-TYPE", "text/csv", "Ce-Id", "7", "X-Other", "1")))
                .containsExactly(Map.entry("ce-id", "7"), Map.entry("content-type", "text/csv"));
    }

    @Test
    void aLongValueIsLeftOutNeverCutAndThatIsSaid() {
        assertThat(listed.of(Map.of("ce-id", "12345678901234567", "ce-source", "1234567890123456")))
                .containsExactly(
                        Map.entry("ce-source", "1234567890123456"), Map.entry(TransportFacts.LEFT_OUT, "1: ce-id"));
    }

    @Test
    void theBoundCountsBytesNotCharacters() {
        assertThat(listed.of(Map.of("ce-id", "ü".repeat(8)))).containsKey("ce-id");
        assertThat(listed.of(Map.of("ce-id", "ü".repeat(9)))).containsOnlyKeys(TransportFacts.LEFT_OUT);
    }

    @Test
    void whatPostgresqlCannotHoldIsLeftOut() {
        assertThat(listed.of(Map.of("ce-id", "a\0b", "ce-source", "\ud800")))
                .containsOnly(Map.entry(TransportFacts.LEFT_OUT, "2: ce-id, ce-source"));
    }

    @Test
    void moreHeadersThanTheBoundKeepTheFirstByNameAndAreCounted() {
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 9; i > 0; i--) {
            headers.put("ce-" + i, "v");
        }
        assertThat(listed.of(headers)).containsOnlyKeys("ce-1", "ce-2", "ce-3", TransportFacts.LEFT_OUT);
        assertThat(listed.of(headers)).containsEntry(TransportFacts.LEFT_OUT, "6: ce-4, ce-5, ce-6, ce-7, ce-8, ce-9");
    }

    @Test
    void namesThatDifferOnlyInCaseBothStayVisible() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ce-id", "1");
        headers.put("CE-ID", "2");
        assertThat(listed.of(headers)).containsEntry("ce-id", "1, 2");
    }

    @Test
    void anIdempotencyKeyIsKeptWithoutBeingListed() {
        assertThat(new TransportFacts(List.of(), 32, 1024).of(Map.of("X-Idempotency-Key", "k-1", "x-other", "1")))
                .containsExactly(Map.entry("x-idempotency-key", "k-1"));
    }
}
