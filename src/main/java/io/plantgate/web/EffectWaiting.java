package io.plantgate.web;

import io.plantgate.effect.EffectWaits;
import java.time.Instant;
import java.util.Set;

/** Says what an effect waits for, in words for people. */
final class EffectWaiting {

    private static final Set<String> MOVED_BY_THE_MACHINE = Set.of("PENDING", "ACCEPTED", "UNKNOWN");

    private final EffectRows effects;
    private final EffectWaits waits;

    EffectWaiting(EffectRows effects, EffectWaits waits) {
        this.effects = effects;
        this.waits = waits;
    }

    /** Null for one that waits for nothing. */
    String of(EffectRow effect) {
        if (effect.waitsForAPerson()) {
            return "a person's word";
        }
        if (effect.state().equals("ACCEPTED") && effect.dueAt() == null) {
            return "a report of its target";
        }
        return MOVED_BY_THE_MACHINE.contains(effect.state())
                ? waits.ofKind(effect.kind()).orElseGet(() -> ofItself(effect))
                : null;
    }

    private String ofItself(EffectRow effect) {
        if (effect.dueAt() != null && effect.dueAt().isAfter(Instant.now())) {
            return "its time: " + effect.dueAt();
        }
        if (effect.dueAt() != null || effect.lane() == null) {
            return "a free worker of its channel";
        }
        return effects.head(effect.kind(), effect.lane())
                .filter(head -> head != effect.effectId())
                .map(head -> "its turn in lane " + effect.lane() + ": effect " + head + " goes first")
                .orElse("its turn in lane " + effect.lane() + ", which is next");
    }
}
