package io.plantgate.effect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of an answer is kept. */
class SecretsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"csrfToken\": \"abc\", \"n\": 1}|{\"csrfToken\": ***, \"n\": 1}",
                "{\"password\":\"a\\\"b\"}|{\"password\":***}",
                "pwd=x1; user=y|pwd=***; user=y",
                "Authorization: Bearer abc.def-123|Authorization: Bearer ***",
                "authorization=xyz&a=b|authorization=***&a=b",
                "x-api-key: k|x-api-key: ***",
                "Set-Cookie: JSESSIONID=4711; Path=/|Set-Cookie: ***; Path=/",
                "{\"message\":\"{\\\"token\\\":\\\"abc\\\"}\"}|{\"message\":\"{\\\"token\\\":***}\"}",
                "{\"token\":\"cut in the mid|{\"token\":***",
                "basic set|basic set",
                "no tokens left|no tokens left",
                "token:|token:",
            })
    void theValueOfASecretIsHiddenAndNothingElse(String text, String kept) {
        assertThat(Secrets.hide(text)).isEqualTo(kept);
    }

    @Test
    void aLongTokenIsHiddenAsAWhole() {
        String token = "a".repeat(3_000);

        assertThat(Answer.of("HTTP 201", "{\"documentNumber\":\"D1\",\"csrfToken\":\"" + token + "\"}")
                        .text())
                .isEqualTo("{\"documentNumber\":\"D1\",\"csrfToken\":***}");
    }

    // With the pattern of before, 16 KB took 16 s and each doubling four times as long.
    @Test
    @Timeout(60)
    void aTextThatIsAllNamesIsReadOnce() {
        String names = "a-".repeat(1_000_000);

        assertThat(Secrets.hide(names)).isEqualTo(names);
    }
}
