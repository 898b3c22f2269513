package io.plantgate.sequence.block;

import io.plantgate.event.Numbering.Terms;
import io.plantgate.sequence.SequenceRule;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The rule behind each profile's terms: a handful, kept for good. */
final class Rules {

    private final Map<Terms, SequenceRule> rules = new ConcurrentHashMap<>();
    private Terms lastTerms;
    private SequenceRule lastRule;

    SequenceRule of(Numbered arrival) {
        Terms terms = arrival.numbering().terms();
        if (terms != lastTerms) {
            lastRule = rules.computeIfAbsent(terms, Rules::rule);
            lastTerms = terms;
        }
        return arrival.ofPerson() ? believing(lastRule) : lastRule;
    }

    private static SequenceRule rule(Terms terms) {
        return new SequenceRule(terms.modulus(), terms.windowNumbers(), terms.jumpMax());
    }

    // A person has looked: the number stands where it is nearest, however far.
    private static SequenceRule believing(SequenceRule rule) {
        long jumpMax = rule.modulus() == 0 ? Long.MAX_VALUE : (rule.modulus() - 1) / 2;
        return new SequenceRule(rule.modulus(), rule.windowNumbers(), jumpMax);
    }
}
