package io.plantgate.inlet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a source is full, and when it may come back. */
class WindowTest {

    @Test
    void nobodyEntersAFullWindowUntilSomebodyLeaves() {
        Window window = filled(10);
        assertThat(window.enter(0, () -> true)).isFalse();

        window.leave();
        assertThat(window.enter(0, () -> true)).isTrue();
        assertThat(window.inFlight()).isEqualTo(10);
    }

    @Test
    void halfFullIsNotBelowHalf() {
        Window window = filled(10);
        for (int left = 1; left <= 5; left++) {
            window.leave();
            assertThat(window.isBelowHalf()).isFalse();
        }

        window.leave();
        assertThat(window.isBelowHalf()).isTrue();
    }

    @Test
    void theSmallestWindowIsBelowHalfOnceItIsEmpty() {
        Window window = filled(1);
        assertThat(window.isBelowHalf()).isFalse();

        window.leave();
        assertThat(window.isBelowHalf()).isTrue();
    }

    @Test
    void whoIsNotWantedAnyMoreDoesNotWait() {
        assertThat(filled(1).enter(60_000, () -> false)).isFalse();
    }

    private static Window filled(int max) {
        Window window = new Window(max);
        for (int entered = 0; entered < max; entered++) {
            assertThat(window.enter(0, () -> true)).isTrue();
        }
        return window;
    }
}
