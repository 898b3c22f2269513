package io.plantgate.ledger;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.event.ReasonCode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts decisions by their word, and by reason where there is one. */
final class LedgerMetrics {

    private final Map<Verdict, Counter> byVerdict = new EnumMap<>(Verdict.class);
    private final Map<ReasonCode, Counter> byReason = new EnumMap<>(ReasonCode.class);

    LedgerMetrics(MeterRegistry registry) {
        for (Verdict verdict : Verdict.values()) {
            byVerdict.put(
                    verdict,
                    Counter.builder("plantgate.decisions")
                            .description("Arrivals by what they turned out to be")
                            .tag("decision", verdict.name())
                            .register(registry));
        }
        for (ReasonCode reason : ReasonCode.values()) {
            byReason.put(
                    reason,
                    Counter.builder("plantgate.arrivals.without.identity")
                            .description("Arrivals that are no event, by reason")
                            .tag("reason", reason.name())
                            .register(registry));
        }
    }

    void count(List<Decision> decisions) {
        for (Decision decision : decisions) {
            byVerdict.get(decision.verdict()).increment();
            if (decision instanceof Decision.Incomplete incomplete) {
                byReason.get(incomplete.reason().code()).increment();
            } else if (decision instanceof Decision.Quarantined quarantined) {
                byReason.get(quarantined.reason().code()).increment();
            }
        }
    }
}
