package io.plantgate.intake;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.FieldValue;
import io.plantgate.event.Payload;
import io.plantgate.event.PayloadReading;
import io.plantgate.event.PayloadRereading;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.Reading;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the bytes of an older arrival by a newer text of its profile; where that fails, by the text it was read with,
 * provided that both texts make hashes alike. Texts that are asked for again are kept ready.
 */
public final class ProfileRereading implements PayloadRereading, PayloadReading {

    private static final int DEFINITIONS_MAX = 64;

    private final Cache<String, Optional<DefinedProfile>> ready =
            Caffeine.newBuilder().maximumSize(DEFINITIONS_MAX).build();

    @Override
    public Optional<Payload> reread(KeptArrival first, ProfileVersion under) {
        if (first.facts().containsKey(DefinedProfile.TRANSFORMED)) {
            return Optional.empty();
        }
        Optional<Payload> payload = read(first, under);
        boolean alike =
                first.profile() != null && under.digest().equals(first.profile().digest());
        return payload.isPresent() || !alike ? payload : read(first, first.profile());
    }

    @Override
    public Optional<FieldValue> payload(KeptArrival kept) {
        return kept.profile() == null
                ? Optional.empty()
                : defined(kept.profile()).flatMap(p -> p.payload(kept));
    }

    private Optional<DefinedProfile> defined(ProfileVersion version) {
        return ready.get(version.definition(), text -> definedBy(version));
    }

    private Optional<Payload> read(KeptArrival first, ProfileVersion version) {
        return defined(version)
                .map(profile -> profile.complete(first, Map.of()))
                .flatMap(reading -> payloadOf(reading, first.identity()));
    }

    private static Optional<DefinedProfile> definedBy(ProfileVersion version) {
        try {
            return Optional.of(ProfileReader.read(version.profile(), "stored definition", version.definition()));
        } catch (ProfilesRefusedException e) {
            return Optional.empty();
        }
    }

    // An identity that a person completed is known in parts only; each part that is there must agree.
    private static Optional<Payload> payloadOf(Reading reading, EventIdentity identity) {
        if (reading instanceof Event event) {
            return event.identity().equals(identity) ? Optional.of(event.payload()) : Optional.empty();
        }
        if (reading instanceof Reading.Incomplete incomplete) {
            boolean agrees = agrees(incomplete.source(), identity.source())
                    && agrees(incomplete.transitionId(), identity.transitionId())
                    && agrees(incomplete.bootId(), identity.bootId());
            return agrees ? Optional.ofNullable(incomplete.payload()) : Optional.empty();
        }
        return Optional.empty();
    }

    private static boolean agrees(String known, String part) {
        return known == null || known.equals(part);
    }
}
