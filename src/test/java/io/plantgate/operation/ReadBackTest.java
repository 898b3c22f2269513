package io.plantgate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.ReadBack.Finding;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a reading proves. */
class ReadBackTest {

    private static final JsonNode NOTHING = json("{}");
    private static final ReadBack STOPPED = new ReadBack(
            List.of(new TagCondition("moving", List.of(json("false")), null, false, null, null)), null, Duration.ZERO);
    private static final ReadBack COUNTED = new ReadBack(List.of(), "orders", Duration.ZERO);

    @Test
    @Tag("W-17")
    void onlyAValueThatWasReadBeforeAndDifferedIsProof() {
        Map<String, JsonNode> now = Map.of("moving", json("false"));

        assertThat(STOPPED.judge(Map.of("moving", json("true")), now, NOTHING).finding())
                .isEqualTo(Finding.PROVEN);
        assertThat(STOPPED.judge(Map.of("running", json("true")), now, NOTHING).finding())
                .isEqualTo(Finding.EQUAL_BEFORE);
        assertThat(STOPPED.judge(Map.of("moving", json("null")), now, NOTHING).finding())
                .isEqualTo(Finding.EQUAL_BEFORE);
        assertThat(STOPPED.judge(Map.of(), now, NOTHING).finding()).isEqualTo(Finding.EQUAL_BEFORE);
    }

    @Test
    void whatIsNotReadNowIsDifferentAndNoCounter() {
        assertThat(STOPPED.judge(Map.of("moving", json("true")), Map.of(), NOTHING)
                        .finding())
                .isEqualTo(Finding.DIFFERENT);
        assertThat(COUNTED.judge(Map.of("orders", json("1")), new HashMap<>(), NOTHING)
                        .finding())
                .isEqualTo(Finding.EQUAL_BEFORE);
    }

    private static JsonNode json(String text) {
        return OperationFixture.json(text);
    }
}
