package io.plantgate.inlet.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.inlet.TransportFacts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttributeHeaderTest {

    @Test
    void oneRoundIsDecodedAsUtf8() {
        assertThat(AttributeHeader.valueOf("ce-source", "Euro%20%E2%82%AC%20%F0%9F%98%80"))
                .isEqualTo("Euro \u20AC \uD83D\uDE00");
        assertThat(AttributeHeader.valueOf("CE-ID", "%25%41")).isEqualTo("%A");
        assertThat(AttributeHeader.valueOf("ce-id", "%2541")).isEqualTo("%41");
        assertThat(AttributeHeader.valueOf("ce-id", "%e2%82%ac")).isEqualTo("\u20AC");
    }

    @Test
    void quotesAreUndoneFirst() {
        assertThat(AttributeHeader.valueOf("ce-subject", "\"a \\\"b\\\" %22c%22\""))
                .isEqualTo("a \"b\" \"c\"");
    }

    @Test
    void aPercentSignThatBeginsNoSequenceStandsForItself() {
        assertThat(AttributeHeader.valueOf("ce-id", "100%")).isEqualTo("100%");
        assertThat(AttributeHeader.valueOf("ce-id", "5%zz%4")).isEqualTo("5%zz%4");
    }

    @Test
    void octetsThatAreNoTextAreLeftOutAndSaid() {
        TransportFacts facts = new TransportFacts(List.of("ce-*"), 8, 100);
        Map<String, String> headers = Map.of("ce-source", AttributeHeader.valueOf("ce-source", "a%C0%A0"));
        assertThat(facts.of(headers)).containsOnly(Map.entry(TransportFacts.LEFT_OUT, "1: ce-source"));
    }

    @Test
    void otherHeadersStayAsTheyAre() {
        assertThat(AttributeHeader.valueOf("x-request-id", "a%20b")).isEqualTo("a%20b");
    }
}
