package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.BegunWrites.Begun;
import io.plantgate.operation.Moves.Origin;
import io.plantgate.operation.OperationRequest.Name;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks devices about operations whose end is not known: a status query or handshake first, then the read-back. What proves
 * it settles it; all else stays for the device's own report, or for a person. It never writes.
 */
final class Recovery implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private static final String CLAIM = """
            with due as (
                select operation_key from operation
                 where recover_at <= statement_timestamp() and state in ('unknown', 'accepted')
                   and operation_key <> all(:asked::bigint[])
                 order by recover_at limit :most for update skip locked)
            update operation o
               set recoveries = o.recoveries + 1,
                   recover_at = case when o.recoveries + 1 < :max
                                     then clock_timestamp() + least(:millisMax, :millisMin * power(2, least(o.recoveries, 30))) * interval '1 millisecond' end
              from due d
             where o.operation_key = d.operation_key
            returning o.operation_key, o.client, o.operation_id, o.target, o.command, o.parameters, encode(o.digest, 'hex') as digest,
                   o.operation_number, o.attempt_id, o.attempts, o.state
            """;

    private final OperationStore store;
    private final BegunWrites writes;
    private final Plant plant;
    private final Map<String, Driver> drivers;
    private final EquipmentVersions versions;
    private final Reports reports;
    private final OperationSettings settings;
    private final String worker;
    private final LongConsumer moved;
    private final Set<Long> asked = ConcurrentHashMap.newKeySet();
    private final ExecutorService askers;

    private record Open(
            long key,
            Name name,
            String target,
            String command,
            JsonNode parameters,
            String digest,
            int number,
            OperationState state) {}

    Recovery(
            OperationStore store,
            Plant plant,
            Map<String, Driver> drivers,
            EquipmentVersions versions,
            Reports reports,
            OperationSettings settings,
            String worker,
            LongConsumer moved) {
        this.store = store;
        this.writes = new BegunWrites(store);
        this.plant = plant;
        this.drivers = drivers;
        this.versions = versions;
        this.reports = reports;
        this.settings = settings;
        this.worker = worker;
        this.moved = moved;
        this.askers = Executors.newFixedThreadPool(settings.recoveriesAtOnce(), task -> {
            Thread thread = new Thread(task, "operation-recovery");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Asks about what is due, as far as askers are free. */
    void askDue() {
        int free = settings.recoveriesAtOnce() - asked.size();
        if (free <= 0 || askers.isShutdown()) {
            return;
        }
        for (Open open : claim(free)) {
            if (asked.add(open.key())) {
                askers.execute(() -> ask(open));
            }
        }
    }

    private List<Open> claim(int most) {
        return store.inTransaction(() -> store.sql(CLAIM)
                .param("most", most)
                // One that is still being asked uses up no further question.
                .param("asked", asked.toArray(Long[]::new))
                .param("max", settings.recoveriesMax())
                .param("millisMin", settings.recoverMillisMin())
                .param("millisMax", settings.recoverMillisMax())
                .query((row, number) -> new Open(
                        row.getLong("operation_key"),
                        new Name(row.getString("client"), row.getString("operation_id")),
                        row.getString("target"),
                        row.getString("command"),
                        OperationPayload.read(row.getString("parameters")),
                        row.getString("digest"),
                        row.getInt("operation_number"),
                        OperationState.ofSql(row.getString("state"))))
                .list());
    }

    private void ask(Open open) {
        try {
            Optional<EquipmentTarget> target = plant.find(open.target());
            CommandPolicy command =
                    target.map(each -> each.commands().get(open.command())).orElse(null);
            if (command != null && findOut(open, target.get(), command)) {
                LOG.info("{}: what became of {} was found out.", open.target(), open.name());
                moved.accept(open.key());
            }
        } catch (NeverReachedException | DeviceSilentException e) {
            LOG.info("{}: cannot be asked about {} now: {}", open.target(), open.name(), e.getMessage());
        } catch (RuntimeException e) {
            LOG.warn("{}: asking about {} failed.", open.target(), open.name(), e);
        } finally {
            asked.remove(open.key());
        }
    }

    private boolean findOut(Open open, EquipmentTarget target, CommandPolicy command) {
        Optional<Begun> begun = writes.newest(open.key());
        if (command.kind() != CommandClass.READ && writes.none(open.key())) {
            DeviceWord never = new DeviceWord.Failed(
                    "NEVER_BEGUN",
                    "No attempt came to its write: none was marked as writing, and none can be any more.");
            return reports.answer(open.key(), "asked", Origin.NODE, worker, never);
        }
        Driver driver = drivers.get(target.device().protocol());
        if (driver == null) {
            return false;
        }
        if (command.kind() == CommandClass.READ) {
            return readAgain(open, target, command, driver);
        }
        return saidByDevice(open, target, command, driver, begun)
                || begun.isPresent()
                        && command.readBack() != null
                        && readBack(open, target, command, driver, begun.get());
    }

    private boolean readAgain(Open open, EquipmentTarget target, CommandPolicy command, Driver driver) {
        try (Session session = driver.open(target.device(), deadline(target))) {
            Map<String, JsonNode> values =
                    session.read(CommandPolicy.tags(target.device(), command.reads()), deadline(target));
            DeviceWord word = new DeviceWord.Done(OperationPayload.JSON.valueToTree(values), "Read again.");
            return reports.answer(open.key(), "read_back", Origin.DEVICE, open.target(), word);
        }
    }

    private boolean saidByDevice(
            Open open, EquipmentTarget target, CommandPolicy command, Driver driver, Optional<Begun> begun) {
        // Another device knows nothing of it, whatever it says about its number.
        if (begun.isPresent()
                && !versions.isTheSameDevice(target, open.command(), begun.get().version())) {
            return false;
        }
        DeviceWrite write = new DeviceWrite(
                open.name().toString(),
                open.number(),
                open.digest(),
                command.name(),
                command.writes(target.device(), open.parameters()),
                open.parameters());
        try (Session session = driver.open(target.device(), deadline(target))) {
            DeviceWord word = session.ask(write, deadline(target));
            if (word instanceof DeviceWord.Done done) {
                word = believed(session, target, command, open, begun, done);
            }
            return reports.answer(open.key(), "asked", Origin.DEVICE, open.target(), word);
        }
    }

    private DeviceWord believed(
            Session session,
            EquipmentTarget target,
            CommandPolicy command,
            Open open,
            Optional<Begun> begun,
            DeviceWord.Done done) {
        Optional<String> doubt =
                session.vouchesForTheOrder() ? Optional.empty() : begun.flatMap(each -> reports.doubt(each.attempt()));
        if (doubt.isPresent()) {
            return new DeviceWord.Unclear(Texts.sentences(done.evidence(), Conversation.ANOTHERS_ORDER));
        }
        return command.mustAgree(target.device()) ? agreed(session, target, command, open, begun, done) : done;
    }

    /**
     * Once another write may be what is read, the reading says nothing about this one. The word of a device that vouches for
     * the order stands alone then.
     */
    private DeviceWord agreed(
            Session session,
            EquipmentTarget target,
            CommandPolicy command,
            Open open,
            Optional<Begun> begun,
            DeviceWord.Done done) {
        Map<String, JsonNode> now = session.read(
                CommandPolicy.tags(target.device(), command.readBack().tags()), deadline(target));
        Map<String, JsonNode> before = begun.map(Begun::before).orElse(Map.of());
        ReadBack.Found found = command.readBack().judge(before, now, open.parameters());
        boolean alone = begun.flatMap(each -> reports.doubt(each.attempt())).isEmpty();
        return found.finding() == ReadBack.Finding.DIFFERENT && alone
                ? new DeviceWord.Unclear(Texts.sentences(done.evidence(), found.evidence()))
                : done;
    }

    private boolean readBack(Open open, EquipmentTarget target, CommandPolicy command, Driver driver, Begun begun) {
        try (Session session = driver.open(target.device(), deadline(target))) {
            Map<String, JsonNode> now = session.read(
                    CommandPolicy.tags(target.device(), command.readBack().tags()), deadline(target));
            ReadBack.Found found = command.readBack().judge(begun.before(), now, open.parameters());
            boolean same = versions.isTheSame(target, open.command(), begun.version());
            return reports.answer(open.key(), "read_back", Origin.NODE, worker, word(found, begun, same));
        }
    }

    // Asked after the reading: whatever could be what was read had been marked as writing before it was sent.
    private DeviceWord word(ReadBack.Found found, Begun begun, boolean sameEquipment) {
        Optional<String> doubt = sameEquipment
                ? reports.doubt(begun.attempt())
                : Optional.of("The equipment's file has changed since, so that this is no proof.");
        return found.finding() == ReadBack.Finding.PROVEN && doubt.isEmpty()
                ? new DeviceWord.Done(null, found.evidence())
                : new DeviceWord.Unclear(
                        found.evidence() + doubt.map(text -> " " + text).orElse(""));
    }

    private static Deadline deadline(EquipmentTarget target) {
        return Deadline.in(target.device().callTime());
    }

    @Override
    public void close() {
        askers.shutdown();
        try {
            if (!askers.awaitTermination(10, TimeUnit.SECONDS)) {
                askers.shutdownNow();
            }
        } catch (InterruptedException e) {
            askers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
