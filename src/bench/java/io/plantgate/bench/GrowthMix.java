package io.plantgate.bench;

import io.plantgate.ledger.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What comes in: how much of it is new, known, or known with another content. */
enum GrowthMix {
    FIRST("first arrivals") {
        @Override
        Verdict verdict(int i) {
            return Verdict.CANONICAL;
        }
    },
    DUPLICATES("duplicates only") {
        @Override
        Verdict verdict(int i) {
            return Verdict.DUPLICATE;
        }
    },
    HALF("half duplicates") {
        @Override
        Verdict verdict(int i) {
            return i % 2 == 0 ? Verdict.CANONICAL : Verdict.DUPLICATE;
        }
    },
    CONFLICTS("1 % conflicts, else first arrivals") {
        @Override
        Verdict verdict(int i) {
            return i % 100 == 0 ? Verdict.CONFLICT : Verdict.CANONICAL;
        }
    };

    private final String title;

    GrowthMix(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** What the ledger has to say of the i-th message, or the run is void. */
    abstract Verdict verdict(int i);

    List<Message> messages(GrowthStore store, int number) {
        List<Message> messages = new ArrayList<>(number);
        for (int i = 0; i < number; i++) {
            messages.add(
                    switch (verdict(i)) {
                        case CANONICAL -> store.ids().message(store.nextNew());
                        case DUPLICATE -> store.ids().message(store.nextKnown());
                        default -> store.ids().contradiction(store.nextKnown());
                    });
        }
        return messages;
    }

    Map<Verdict, Long> verdicts(int number) {
        Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
        for (int i = 0; i < number; i++) {
            verdicts.merge(verdict(i), 1L, Long::sum);
        }
        return verdicts;
    }
}
