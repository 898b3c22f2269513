package io.plantgate.failure.kills;

import static java.util.stream.Collectors.groupingBy;

import io.plantgate.embedded.erp.Posting;
import io.plantgate.failure.kills.FarSides.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsmpp.bean.MessageState;

/** Compares what the rows say with what the far sides saw. */
final class KillAudit {

    private static final Pattern NAME = Pattern.compile("T\\d{6}");

    private static final String EFFECTS = """
            select i.transition_id, o.kind, o.idempotency_key, o.state, o.due_at is null as at_rest, o.repeats,
                   (select count(*) from attempt a where a.effect_id = o.effect_id and a.purpose = 'SEND') as sends,
                   o.reference
              from outbox o join identity i using (canonical_id)
             order by o.effect_id""";
    private static final String SUCCESSES =
            "(select from attempt where outcome = 'DELIVERED' group by effect_id having count(*) > 1) twice";
    private static final String LEASE_RAN_OUT = "attempt where outcome is null or reason like 'LEASE_RAN_OUT%'";

    private final KillSite site;
    private final FarSides farSides;
    private final List<Effect> effects;
    private final Map<String, List<Message>> messages;
    private final Map<String, List<Effect>> byEvent;
    private final List<String> wrong = new ArrayList<>();

    private record Effect(
            String event,
            String kind,
            String key,
            String state,
            boolean atRest,
            int repeats,
            int sends,
            String reference) {

        static Effect of(String row) {
            String[] columns = row.split(" ", 8);
            return new Effect(
                    columns[0],
                    columns[1],
                    columns[2],
                    columns[3],
                    columns[4].equals("t"),
                    Integer.parseInt(columns[5]),
                    Integer.parseInt(columns[6]),
                    columns[7]);
        }
    }

    KillAudit(KillSite site, FarSides farSides) {
        this.site = site;
        this.farSides = farSides;
        this.effects = site.rows().list(EFFECTS).stream().map(Effect::of).toList();
        this.byEvent = effects.stream().collect(groupingBy(Effect::event));
        this.messages = farSides.messages().stream().collect(groupingBy(KillAudit::event));
    }

    private static String event(Message message) {
        Matcher name = NAME.matcher(message.submitted().glimpse());
        return name.find() ? name.group() : "a text of nobody";
    }

    /** All that must not be. */
    List<String> wrong() {
        lookForLost();
        effects.forEach(effect -> {
            if (effect.kind().equals("erp-posting")) {
                lookAtPosting(effect);
            } else {
                lookAtMessages(effect, messages.getOrDefault(effect.event(), List.of()));
            }
        });
        if (farSides.erp().postings().size() != site.events()) {
            wrong.add(farSides.erp().postings().size() + " postings of " + site.events() + " events");
        }
        if (site.rows().count(SUCCESSES) > 0) {
            wrong.add("effects with two recorded successes: " + site.rows().count(SUCCESSES));
        }
        return wrong;
    }

    private void lookForLost() {
        for (int number = 1; number <= site.events(); number++) {
            String event = KillSite.name(number);
            List<Effect> planned = byEvent.getOrDefault(event, List.of());
            if (planned.size() != 2) {
                wrong.add(event + " has the effects " + planned);
            }
        }
    }

    private void lookAtPosting(Effect effect) {
        List<Posting> postings = farSides.erp().postings(effect.key());
        if (postings.size() != 1 || !postings.get(0).body().contains(effect.event())) {
            wrong.add(effect + " is booked as " + postings);
        } else if (!effect.state().equals("delivered")
                || !effect.reference().equals(postings.get(0).documentNumber())) {
            wrong.add(effect + " does not say " + postings);
        }
        if (farSides.erp().requests(effect.key()) > effect.sends()) {
            wrong.add(effect + " was requested " + farSides.erp().requests(effect.key()) + " times");
        }
    }

    private void lookAtMessages(Effect effect, List<Message> parts) {
        Map<Long, List<Message>> sent = parts.stream().collect(groupingBy(part -> number(part)));
        long unmarked = sent.values().stream().filter(one -> !isMarked(one)).count();
        if (sent.size() > 1 + KillSite.REPEATS_MAX || unmarked > 1) {
            wrong.add(effect + " was sent " + sent.size() + " times, " + unmarked + " of them without a mark");
        }
        boolean isTrue =
                switch (effect.state()) {
                    case "delivered" -> sent.values().stream().anyMatch(one -> isConfirmed(effect, one));
                    case "rejected" -> parts.stream().anyMatch(part -> part.receipt() == MessageState.UNDELIVERABLE);
                    case "unknown" -> effect.atRest() && effect.repeats() == KillSite.REPEATS_MAX;
                    default -> false;
                };
        if (!isTrue) {
            wrong.add(effect + " is not what the centre saw: " + parts);
        }
    }

    /** What the parts of one message share; a message of one part is alone. */
    private static long number(Message part) {
        return part.submitted().hasHeader()
                ? part.submitted().concatReference()
                : -Long.parseLong(part.submitted().messageId());
    }

    private static boolean isMarked(List<Message> sent) {
        return sent.stream().anyMatch(part -> part.submitted().glimpse().startsWith(KillSite.REPEAT_MARK));
    }

    /** The centre reported each of its parts as delivered, and the row names them. */
    private static boolean isConfirmed(Effect effect, List<Message> sent) {
        List<String> named = Arrays.asList(effect.reference().split(" "));
        return sent.stream().allMatch(part -> part.receipt() == MessageState.DELIVERED)
                && sent.stream()
                        .map(part -> part.submitted().messageId())
                        .sorted()
                        .toList()
                        .equals(named.stream().sorted().toList());
    }

    KillOutcome outcome(long seed, int kills, Duration took, List<String> found) {
        long requests = farSides.erp().requests();
        long sent = messages.values().stream()
                .mapToLong(parts ->
                        parts.stream().map(KillAudit::number).distinct().count() - 1)
                .sum();
        return new KillOutcome(
                seed,
                kills,
                took.toSeconds(),
                effects.size(),
                site.rows().count("attempt"),
                site.rows().count(LEASE_RAN_OUT),
                requests - farSides.erp().postings().size(),
                sent,
                in("delivered"),
                in("rejected"),
                in("unknown"),
                found);
    }

    private long in(String state) {
        return effects.stream().filter(effect -> effect.state().equals(state)).count();
    }
}
