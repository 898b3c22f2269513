package io.plantgate.effect;

import io.plantgate.effect.KeptEvents.KeptEvent;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What is read for claims before their messages are made.
 *
 * @param events by arrival
 * @param references by effect, of those that were tried before
 * @param sent by effect, of those that an earlier attempt may have done
 */
record Material(Map<Long, KeptEvent> events, Map<Long, List<String>> references, Map<Long, List<SentBefore>> sent) {

    static Material of(List<Claim> claims, EffectStore store) throws SQLException {
        Set<Long> arrivals = new HashSet<>();
        for (Claim claim : claims) {
            arrivals.add(claim.names().canonicalId());
            if (claim.names().conflict()) {
                arrivals.add(claim.names().arrivalId());
            }
        }
        Collection<Long> tried = ids(claims, claim -> claim.attemptNo() > 1);
        Collection<Long> repeated = ids(claims, Claim::repeat);
        return new Material(
                store.events(arrivals),
                tried.isEmpty() ? Map.of() : store.references(tried),
                repeated.isEmpty() ? Map.of() : store.sentBefore(repeated));
    }

    private static Collection<Long> ids(List<Claim> claims, Predicate<Claim> which) {
        return claims.stream().filter(which).map(Claim::effectId).toList();
    }

    /**
     * Whether an earlier attempt may have sent something else under the same key. A target that refuses this one then speaks of
     * this one only.
     */
    boolean anotherWasSent(Claim claim, byte[] digest) {
        return sent.getOrDefault(claim.effectId(), List.of()).stream().anyMatch(before -> before.differsFrom(digest));
    }
}
