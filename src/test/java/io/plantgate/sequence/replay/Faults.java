package io.plantgate.sequence.replay;

import io.plantgate.sequence.flink.Sample;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.functions.MapFunction;

/** Counts what passes, and throws after a while, a few times. Its counters are those of the JVM: it runs in all tasks. */
final class Faults implements MapFunction<Sample, Sample> {

    static final AtomicLong PASSED = new AtomicLong();
    static final AtomicLong LEFT = new AtomicLong();

    private static final long serialVersionUID = 1L;
    private static volatile long every = Long.MAX_VALUE;

    static void inject(long faults, long everySamples) {
        PASSED.set(0);
        LEFT.set(faults);
        every = everySamples;
    }

    @Override
    public Sample map(Sample sample) {
        if (PASSED.incrementAndGet() % every == 0 && LEFT.getAndDecrement() > 0) {
            throw new IllegalStateException("injected");
        }
        return sample;
    }
}
