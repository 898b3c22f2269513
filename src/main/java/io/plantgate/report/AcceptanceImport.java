package io.plantgate.report;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.Event;
import io.plantgate.event.RawBytes;
import io.plantgate.intake.Profile;
import io.plantgate.ledger.Decision;
import io.plantgate.ledger.Ledger;
import io.plantgate.ledger.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Takes recorded arrivals through intake and ledger, in their order and with their recorded times. */
final class AcceptanceImport {

    private static final String INLET = "accept";

    // The ledger itself waits for a PostgreSQL that is away; somebody who sits before a terminal does not.
    private static final int DECIDED_WITHIN_SECONDS = 60;

    private final Profile profile;
    private final Ledger ledger;

    AcceptanceImport(Profile profile, Ledger ledger) {
        this.profile = profile;
        this.ledger = ledger;
    }

    /** The ids of the arrivals, in the order of the recorded ones. */
    List<Long> run(String fileName, List<RecordedArrival> recorded) throws InterruptedException {
        List<Long> ids = new ArrayList<>(recorded.size());
        int step = ledger.chunkArrivalsMax();
        for (int from = 0; from < recorded.size(); from += step) {
            List<Arrival> chunk = recorded.subList(from, Math.min(from + step, recorded.size())).stream()
                    .map(arrival -> read(fileName, arrival))
                    .toList();
            decide(chunk).forEach(decision -> ids.add(decision.arrivalId()));
        }
        return ids;
    }

    private Arrival read(String fileName, RecordedArrival recorded) {
        Map<String, String> facts = Map.of("file", fileName, "row", Integer.toString(recorded.line()));
        Arrival arrival = profile.read(
                new Delivery(recorded.arrivalAt().toInstant(), INLET, RawBytes.whole(recorded.raw()), facts, null));
        return arrival.reading() instanceof Event event ? arrival.read(withoutEffects(event)) : arrival;
    }

    /** A trial never fires history at an ERP: an acceptance file may be imported into a store whose effects are live. */
    private static Event withoutEffects(Event event) {
        return new Event(
                event.identity(),
                event.device(),
                event.sourceTime(),
                event.payload(),
                event.bootObserved(),
                List.of(),
                event.flags(),
                null,
                event.numbering() == null ? null : event.numbering().keepingAll());
    }

    private List<Decision> decide(List<Arrival> chunk) throws InterruptedException {
        try {
            return ledger.put(Unit.ofInlet(INLET, chunk)).get(DECIDED_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(
                    "The ledger did not decide within " + DECIDED_WITHIN_SECONDS + " seconds. Is PostgreSQL there?", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "The ledger did not take the arrivals: " + e.getCause().getMessage(), e);
        }
    }
}
