package io.plantgate.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdentityPartTest {

    @Test
    void isBlankForEveryCharacterThatUnicodeCallsSpaceAndForNoOther() {
        for (int c = Character.MIN_CODE_POINT; c <= Character.MAX_CODE_POINT; c++) {
            assertThat(IdentityPart.isBlank(Character.toString(c)))
                    .as("U+%04X", c)
                    .isEqualTo(Character.isWhitespace(c) || Character.isSpaceChar(c));
        }
        assertThat(IdentityPart.isBlank("")).isTrue();
        assertThat(IdentityPart.isBlank(" \u00A0\u2003")).isTrue();
        assertThat(IdentityPart.isBlank(" \u00A0x")).isFalse();
    }
}
