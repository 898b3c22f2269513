package io.plantgate.intake;

import io.plantgate.event.Arrival;
import io.plantgate.event.Event;
import io.plantgate.event.Reading;
import io.plantgate.event.Reading.Undecodable;
import io.plantgate.event.ReasonCode;
import java.io.IOException;
import java.util.Optional;

/** Keeps a credential from speaking for a source that is not its own. */
final class PermittedSources {

    private final SourcePermissions permissions;

    PermittedSources(SourcePermissions permissions) {
        this.permissions = permissions;
    }

    /** The arrival as it is, or quarantined. */
    Arrival check(Arrival arrival) {
        String source = sourceOf(arrival.reading());
        String credential = arrival.delivery().credential();
        if (source == null || permissions.maySpeakFor(credential, source)) {
            return arrival;
        }
        String who = credential == null ? "a sender without credential" : "the credential '" + credential + "'";
        return arrival.read(Undecodable.because(
                ReasonCode.SOURCE_NOT_ALLOWED,
                arrival.profile().profile() + ": " + who + " may not speak for the source '" + source
                        + "'. Kept. Allow it in the site's configuration, or correct the sender."));
    }

    ArrivalStream check(ArrivalStream arrivals) {
        return new ArrivalStream() {
            @Override
            public Optional<byte[]> header() {
                return arrivals.header();
            }

            @Override
            public boolean hasNext() {
                return arrivals.hasNext();
            }

            @Override
            public Arrival next() {
                return check(arrivals.next());
            }

            @Override
            public void close() throws IOException {
                arrivals.close();
            }
        };
    }

    private static String sourceOf(Reading reading) {
        if (reading instanceof Event event) {
            return event.identity().source();
        }
        return reading instanceof Reading.Incomplete incomplete ? incomplete.source() : null;
    }
}
