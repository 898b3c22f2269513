package io.plantgate.failure.kills;

import static org.awaitility.Awaitility.await;

import io.plantgate.failure.kills.KillPlan.Kill;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Kills processes while they deliver, and looks at the end whether the rows say the truth about what the far sides saw.
 * Several deliver at a time, as nodes of one gateway do; each that is killed is followed by another.
 */
final class KillRun {

    static final Path TARGET = Path.of("target", "kills");

    private static final Duration SETTLED_WITHIN = Duration.ofMinutes(5);
    private static final int DUE_EFFECTS = 60;

    private final long seed;
    private final int kills;
    private final int processes;
    private final Path log;
    private final KillPlan plan;
    private final Map<Integer, DeliveringProcess> running = new ConcurrentHashMap<>();
    private final AtomicInteger starts = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicBoolean over = new AtomicBoolean();
    private final List<String> wrong = new ArrayList<>();

    KillRun(long seed, int kills, int processes) {
        this.seed = seed;
        this.kills = kills;
        this.processes = processes;
        this.log = TARGET.resolve("kills-" + seed + ".log").toAbsolutePath();
        this.plan = new KillPlan(seed, kills);
    }

    KillOutcome run() throws Exception {
        Files.createDirectories(TARGET);
        Files.deleteIfExists(log);
        long began = System.nanoTime();
        Path kinds = Files.createDirectories(TARGET.resolve("site-" + seed));
        try (KillSite site = new KillSite(kinds);
                FarSides farSides = new FarSides(seed)) {
            killAll(site, farSides);
            settle(site, farSides);
            KillAudit audit = new KillAudit(site, farSides);
            wrong.addAll(audit.wrong());
            wrong.forEach(one -> System.out.println("WRONG: " + one));
            return audit.outcome(seed, done.get(), Duration.ofNanos(System.nanoTime() - began), wrong);
        }
    }

    private void killAll(KillSite site, FarSides farSides) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(processes + 1);
        try {
            List<Future<?>> killers = new ArrayList<>();
            for (int i = 0; i < processes; i++) {
                int place = i;
                killers.add(threads.submit(() -> {
                    startAndKill(place, site, farSides);
                    return null;
                }));
            }
            Future<?> planning = threads.submit(() -> {
                while (!over.get()) {
                    site.keepDue(DUE_EFFECTS * processes);
                }
                return null;
            });
            for (Future<?> killer : killers) {
                killer.get();
            }
            over.set(true);
            planning.get();
        } finally {
            over.set(true);
            running.values().forEach(DeliveringProcess::kill);
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    private void startAndKill(int place, KillSite site, FarSides farSides) throws Exception {
        for (Kill kill = plan.next(); kill != null; kill = plan.next()) {
            DeliveringProcess process = start(site, farSides);
            running.put(place, process);
            process.awaitDelivering();
            process.await(kill.afterMillis());
            (kill.all() ? List.copyOf(running.values()) : List.of(process)).forEach(this::kill);
            if (process.endedByItself()) {
                throw new IllegalStateException("A process ended by itself; see " + log);
            }
        }
    }

    private DeliveringProcess start(KillSite site, FarSides farSides) {
        return DeliveringProcess.start("node-" + starts.incrementAndGet(), site, farSides, log);
    }

    private void kill(DeliveringProcess process) {
        if (process.kill()) {
            plan.killed();
            if (done.incrementAndGet() % 50 == 0) {
                System.out.println(done.get() + " of " + kills + " killed");
            }
        }
    }

    /** One more that nobody kills. */
    private void settle(KillSite site, FarSides farSides) {
        DeliveringProcess last = start(site, farSides);
        try {
            await().atMost(SETTLED_WITHIN)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() ->
                            site.rows().count("outbox where due_at is not null or state in ('in_flight', 'accepted')")
                                    == 0);
        } catch (ConditionTimeoutException e) {
            wrong.add("not settled: "
                    + site.rows().list("select kind, state, count(*) from outbox group by kind, state order by 1, 2"));
        } finally {
            last.kill();
        }
    }
}
