package io.plantgate.inlet.file;

import io.micrometer.core.instrument.MeterRegistry;
import io.plantgate.inlet.ImportRow.State;
import io.plantgate.inlet.Imports;
import io.plantgate.intake.Profile;
import io.plantgate.intake.Profiles;
import io.plantgate.ledger.Ledger;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * What all inboxes of one node share.
 *
 * @param node names this process among those that share a store; part of a folder's name
 * @param profiles those of the site
 * @param clock tells arrivalAt
 * @param nanoClock a clock that never jumps, for how long something has lasted
 * @param inboxes folders by the names of their inlets
 */
record FileInlet(
        String node,
        Profiles profiles,
        Imports imports,
        Ledger ledger,
        FileInletProperties properties,
        MeterRegistry meters,
        Clock clock,
        LongSupplier nanoClock,
        Map<String, Path> inboxes) {

    FileInlet {
        if (!node.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) {
            throw new IllegalArgumentException(
                    "The node's name is part of a folder's name: use letters, digits, dot, dash and underscore.");
        }
    }

    FileInlet(
            String node,
            Profiles profiles,
            Imports imports,
            Ledger ledger,
            FileInletProperties properties,
            MeterRegistry meters,
            Clock clock,
            LongSupplier nanoClock) {
        this(node, profiles, imports, ledger, properties, meters, clock, nanoClock, new ConcurrentHashMap<>());
    }

    Profile profile(String name) {
        return profiles.find(name)
                .orElseThrow(() -> new IllegalArgumentException("There is no profile " + name
                        + ": name one of the site's *.profile.yaml files without that ending."));
    }

    /** Refuses a second inbox of the same name: after a start, each would take the other's imports for lost. */
    void open(String inlet, Path inbox) {
        if (inlet.startsWith(Imports.POSTED_PREFIX)) {
            throw new IllegalArgumentException("The inlet " + inlet + " is an inbox, and " + Imports.POSTED_PREFIX
                    + " is how the names of posts begin. Give its route another name with the parameter inlet.");
        }
        Path other = inboxes.putIfAbsent(inlet, inbox);
        if (other != null && !other.equals(inbox)) {
            throw new IllegalArgumentException("The inlet " + inlet + " has two inboxes, " + other + " and " + inbox
                    + ". Give one of their routes another name with the parameter inlet.");
        }
    }

    Duration retry() {
        return Duration.ofSeconds(properties.retrySeconds());
    }

    Duration progress() {
        return Duration.ofSeconds(properties.progressSeconds());
    }

    FileStream.Bounds bounds() {
        return new FileStream.Bounds(properties.streamBytesMax(), properties.gzipRatioMax());
    }

    void count(String inlet, State outcome) {
        meters.counter(
                        "plantgate.files",
                        "inlet",
                        inlet,
                        "outcome",
                        outcome.name().toLowerCase(Locale.ROOT))
                .increment();
    }
}
