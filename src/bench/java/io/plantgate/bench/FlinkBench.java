package io.plantgate.bench;

import io.plantgate.sequence.SequenceRule;
import io.plantgate.sequence.flink.Sample;
import io.plantgate.sequence.flink.StrictlyRising;
import java.time.Duration;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/** The rule on a mini-cluster against {@code last_seq} in a keyed process function, on the same input. */
final class FlinkBench {

    private static final int ROUNDS = 5;
    private static final int ENTITIES = 1000;
    private static final byte[] RAW = new byte[80];

    private FlinkBench() {}

    static void run(Extent extent) throws Exception {
        long samples = extent.isFull() ? 4_000_000 : 1_000_000;
        Results results = new Results();
        long kept = 0;
        long naive = 0;
        for (int round = 0; round <= ROUNDS; round++) {
            results.discardIf(round == 0);
            JobExecutionResult last = measured(samples, new LastNumber());
            JobExecutionResult rule = measured(samples, new StrictlyRising(SequenceRule.of(0), Duration.ofHours(168)));
            results.add("last", perSecond(samples, last));
            results.add("rule", perSecond(samples, rule));
            naive = last.getAccumulatorResult("handed on");
            kept = rule.getAccumulatorResult("handed on");
        }
        results.compare("Flink, window of holes", "rule", "Flink, last_seq", "last");
        results.write(extent.named("flink"));
        results.print("%,d samples a run of %,d entities, one in ten late by one, one in twenty repeated"
                .formatted(samples, ENTITIES));
        System.out.printf(
                "%nhanded on: window of holes %,d; last_seq %,d, which lost %,d%n", kept, naive, kept - naive);
    }

    private static double perSecond(long samples, JobExecutionResult run) {
        return samples * 1e3 / run.getNetRuntime();
    }

    private static JobExecutionResult measured(long samples, KeyedProcessFunction<String, Sample, Sample> function)
            throws Exception {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(1, new Configuration());
        environment.enableCheckpointing(1000);
        environment
                .fromSequence(0, samples - 1)
                .map(FlinkBench::sample)
                .keyBy(sample -> sample.entity)
                .process(function)
                .filter(new Counting())
                .sinkTo(new DiscardingSink<>());
        return environment.execute();
    }

    /** Entity after entity; of ten numbers two are exchanged, and each twentieth is the one before it again. */
    static Sample sample(long index) {
        long number = index / ENTITIES;
        if (number % 20 == 19) {
            number--;
        } else if (number % 10 == 4) {
            number++;
        } else if (number % 10 == 5) {
            number--;
        }
        return new Sample("D-" + index % ENTITIES, "", number, RAW);
    }

    /** Counts what passes. */
    private static final class Counting extends RichFilterFunction<Sample> {
        private static final long serialVersionUID = 1L;
        private final LongCounter handedOn = new LongCounter();

        @Override
        public void open(OpenContext context) {
            getRuntimeContext().addAccumulator("handed on", handedOn);
        }

        @Override
        public boolean filter(Sample sample) {
            handedOn.add(1);
            return true;
        }
    }

    /** What one writes first: higher than the last is handed on, all else is dropped. */
    private static final class LastNumber extends KeyedProcessFunction<String, Sample, Sample> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> last;

        @Override
        public void open(OpenContext context) {
            last = getRuntimeContext().getState(new ValueStateDescriptor<>("last", Long.class));
        }

        @Override
        public void processElement(Sample sample, Context context, Collector<Sample> out) throws Exception {
            Long before = last.value();
            if (before == null || sample.number > before) {
                last.update(sample.number);
                out.collect(sample);
            }
        }
    }
}
