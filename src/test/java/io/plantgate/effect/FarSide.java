package io.plantgate.effect;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A target in the test's own process that keeps what it saw and answers as it is told. */
final class FarSide implements Courier {

    final List<ClaimedEffect> seen = new CopyOnWriteArrayList<>();
    private volatile Function<ClaimedEffect, Outcome> answer;

    FarSide(Function<ClaimedEffect, Outcome> answer) {
        this.answer = answer;
    }

    /** Confirms everything with a document number made of the key. */
    static FarSide confirming() {
        return new FarSide(FarSide::confirmed);
    }

    static Outcome confirmed(ClaimedEffect effect) {
        return new Outcome.Delivered("DOC-" + effect.idempotencyKey(), new Answer("201", "created"));
    }

    void from(Function<ClaimedEffect, Outcome> other) {
        this.answer = other;
    }

    List<String> keys() {
        return seen.stream().map(ClaimedEffect::idempotencyKey).toList();
    }

    @Override
    public List<Outcome> deliver(List<ClaimedEffect> effects) {
        List<Outcome> outcomes = new ArrayList<>();
        for (ClaimedEffect effect : effects) {
            seen.add(effect);
            outcomes.add(answer.apply(effect));
        }
        return outcomes;
    }
}
