package io.plantgate.ledger;

import io.plantgate.event.Event;
import io.plantgate.event.Reason;
import io.plantgate.event.ReasonCode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names the boot of events whose message does not: that of the device's latest birth.
 *
 * <p>Eclipse Sparkplug 3.0: a birth carries bdSeq and its time, and the numbers start again at 0 with it; the data messages
 * that follow carry the number alone. What comes of an earlier birth after a later one cannot be told from its number.
 */
final class Births {

    private static final String READ = """
            select device, boot_id from boot_generation where device = any(?) order by generation_no""";

    /** @param drafts events with a number, in the order of their coming */
    void name(Connection connection, List<Draft> drafts) throws SQLException {
        Set<String> devices = new TreeSet<>();
        for (Draft draft : drafts) {
            if (draft.event().awaitsBirth() && draft.event().device() != null) {
                devices.add(draft.event().device());
            }
        }
        if (!devices.isEmpty()) {
            Known known = read(connection, devices);
            drafts.forEach(draft -> name(draft, known));
        }
    }

    private static void name(Draft draft, Known known) {
        Event event = draft.event();
        String device = event.device();
        if (!event.awaitsBirth()) {
            known.enter(device, event.identity().bootId());
        } else if (known.latest().containsKey(device)) {
            draft.reading = event.ofBoot(known.latest().get(device));
        } else {
            draft.reading = Sequences.incomplete(
                    event,
                    new Reason(
                            ReasonCode.BIRTH_UNKNOWN,
                            draft.entry.arrival().profile().profile() + ": no birth of " + device
                                    + " was recorded. Kept. Have the device send its birth again, or complete this with"
                                    + " its bootId."));
        }
    }

    private static Known read(Connection connection, Set<String> devices) throws SQLException {
        Known known = new Known(new HashMap<>(), new HashSet<>());
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setArray(1, connection.createArrayOf("text", devices.toArray()));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    known.enter(row.getString(1), row.getString(2));
                }
            }
        }
        return known;
    }

    /** Boots in order of first sight; one that is heard again is no newer for that. */
    private record Known(Map<String, String> latest, Set<Generations.Boot> boots) {
        void enter(String device, String bootId) {
            if (device != null && boots.add(new Generations.Boot(device, bootId))) {
                latest.put(device, bootId);
            }
        }
    }
}
