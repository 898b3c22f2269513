package io.plantgate.failure.kills;

import io.plantgate.embedded.erp.SimulatedErp;
import io.plantgate.embedded.erp.Turn;
import io.plantgate.embedded.sms.CentreMessage;
import io.plantgate.embedded.sms.CentreReply;
import io.plantgate.embedded.sms.CentreReply.Manner;
import io.plantgate.embedded.sms.EmbeddedSmsCentre;
import java.time.Duration;
import java.util.Collection;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.MessageState;

/** The ERP and the SMS centre, in the test's own process, with moods of a seed and a log of their own. */
final class FarSides implements AutoCloseable {

    private static final int QUICK_MILLIS_MAX = 3;
    private static final int SLOW_MILLIS_MAX = 150;

    private final long seed;
    private final SimulatedErp erp = SimulatedErp.start(0);
    private final EmbeddedSmsCentre centre = EmbeddedSmsCentre.start(0);
    private final Collection<Message> messages = new ConcurrentLinkedQueue<>();
    private final AtomicInteger turns = new AtomicInteger();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "far-sides");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * A text message that the centre took.
     *
     * @param receipt what it reports of it
     */
    record Message(CentreMessage submitted, MessageState receipt) {}

    FarSides(long seed) {
        this.seed = seed;
        erp.usually(this::posting);
        centre.usually(this::message);
    }

    SimulatedErp erp() {
        return erp;
    }

    int smsPort() {
        return centre.port();
    }

    /** All that the centre took, answered or not. */
    Collection<Message> messages() {
        return messages;
    }

    private Turn posting(int number) {
        Random random = new Random(seed + 31L * number);
        int mood = random.nextInt(100);
        if (mood < 3) {
            return Turn.booksThen(Turn.Ending.CLOSES);
        }
        if (mood < 6) {
            return Turn.booksThen(Turn.Ending.RESETS);
        }
        if (mood < 8) {
            return Turn.only(Turn.Ending.RESETS);
        }
        if (mood < 11) {
            return Turn.says(503, "{\"title\":\"busy\"}");
        }
        return Turn.late(Duration.ofMillis(pause(random)));
    }

    private CentreReply message(CentreMessage message) {
        Random random = new Random(seed + 37L * turns.incrementAndGet());
        int mood = random.nextInt(100);
        if (mood < 4) {
            return CentreReply.refuse(SMPPConstant.STAT_ESME_RTHROTTLED);
        }
        MessageState end = mood < 8 ? MessageState.UNDELIVERABLE : MessageState.DELIVERED;
        messages.add(new Message(message, end));
        CentreReply reply = mood < 11 ? CentreReply.drop() : CentreReply.acceptAfter(openAfter(pause(random)));
        return (mood % 5 == 0 && reply.manner() == Manner.ANSWER
                ? reply.reportingFirst(end)
                : reply.thenReporting(end));
    }

    /** Half of them at once, so that a kill meets every step of a delivery. */
    private static int pause(Random random) {
        return random.nextInt(random.nextBoolean() ? QUICK_MILLIS_MAX : SLOW_MILLIS_MAX);
    }

    private CountDownLatch openAfter(int millis) {
        CountDownLatch gate = new CountDownLatch(1);
        clock.schedule(gate::countDown, millis, TimeUnit.MILLISECONDS);
        return gate;
    }

    @Override
    public void close() {
        clock.shutdownNow();
        centre.close();
        erp.close();
    }
}
