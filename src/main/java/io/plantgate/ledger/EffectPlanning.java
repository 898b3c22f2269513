package io.plantgate.ledger;

import java.util.Set;

/** What the ledger asks before it plans effects, and who hears that it did. Asked on the hot path: it answers from memory. */
public interface EffectPlanning {

    /** Effects are planned and due at once, without an order; nobody hears of them. */
    EffectPlanning LIVE = new EffectPlanning() {
        @Override
        public Mode mode() {
            return Mode.LIVE;
        }

        @Override
        public Lane lane(String kind) {
            return Lane.NONE;
        }

        @Override
        public void planned(Set<String> kinds) {
            // Whoever delivers polls.
        }
    };

    /** What the site does with effects. */
    enum Mode {
        /** Plan them, due at once. */
        LIVE,
        /** Plan them as held: only a person lets them go. */
        HOLD,
        /** Plan none. */
        OFF
    }

    /** Whether the effects of a kind go out one after the other. */
    enum Lane {
        NONE,
        /** Those of one source do. */
        SOURCE,
        /** Those of one device do; of a source without a device, those of the source. */
        DEVICE
    }

    Mode mode();

    /** The order that this kind asks for. */
    Lane lane(String kind);

    /** Effects of these kinds were planned, and their transaction is committed. Must return at once and never throw. */
    void planned(Set<String> kinds);
}
