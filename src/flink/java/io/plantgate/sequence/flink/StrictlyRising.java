package io.plantgate.sequence.flink;

import io.plantgate.sequence.EntityTracks;
import io.plantgate.sequence.SequenceAnswer;
import io.plantgate.sequence.SequenceRule;
import java.time.Duration;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Hands on the first arrival of every number, keyed by entity; all else goes to a side output and is counted. */
public final class StrictlyRising extends KeyedProcessFunction<String, Sample, Sample> {

    /** Duplicates, gaps, changed generations, and samples without an answer. */
    public static final OutputTag<Note> NOTES = new OutputTag<>("notes") {
        private static final long serialVersionUID = 1L;
    };

    private static final long serialVersionUID = 1L;

    private final long modulus;
    private final int windowNumbers;
    private final long jumpMax;
    private final Duration timeToLive;

    private transient SequenceRule rule;
    private transient ValueState<EntityTracks> memory;
    private transient Counter firsts;
    private transient Counter late;
    private transient Counter duplicates;
    private transient Counter untold;
    private transient Counter gaps;

    /** @param timeToLive how long an entity is remembered that sends nothing; zero for ever */
    public StrictlyRising(SequenceRule rule, Duration timeToLive) {
        this.modulus = rule.modulus();
        this.windowNumbers = rule.windowNumbers();
        this.jumpMax = rule.jumpMax();
        this.timeToLive = timeToLive;
    }

    @Override
    public void open(OpenContext context) {
        rule = new SequenceRule(modulus, windowNumbers, jumpMax);
        ValueStateDescriptor<EntityTracks> descriptor =
                new ValueStateDescriptor<>("tracks", EntityTracksSerializer.INSTANCE);
        if (!timeToLive.isZero()) {
            descriptor.enableTimeToLive(
                    StateTtlConfig.newBuilder(timeToLive).cleanupFullSnapshot().build());
        }
        memory = getRuntimeContext().getState(descriptor);
        MetricGroup metrics = getRuntimeContext().getMetricGroup().addGroup("sequence");
        firsts = metrics.counter("firsts");
        late = metrics.counter("late");
        duplicates = metrics.counter("duplicates");
        untold = metrics.counter("untold");
        gaps = metrics.counter("gaps");
    }

    @Override
    public void processElement(Sample sample, Context context, Collector<Sample> out) throws Exception {
        if (!sample.fault.isEmpty() || !rule.holds(sample.number)) {
            untold(sample, sample.fault.isEmpty() ? "SEQUENCE_NUMBER_OUT_OF_RANGE" : sample.fault, context);
            return;
        }
        EntityTracks tracks = memory.value();
        if (tracks == null) {
            tracks = new EntityTracks();
        }
        SequenceAnswer answer = tracks.offer(rule, sample.generation, sample.number);
        if (answer.isFirst()) {
            memory.update(tracks);
            first(sample, answer, context);
            out.collect(sample);
        } else if (answer.kind() == SequenceAnswer.Kind.DUPLICATE) {
            duplicates.inc();
            context.output(NOTES, new Note("DUPLICATE", sample, sample.number, sample.number));
        } else {
            untold(sample, answer.kind().name(), context);
        }
    }

    private void first(Sample sample, SequenceAnswer answer, Context context) {
        firsts.inc();
        if (answer.isLate()) {
            sample.late = true;
            late.inc();
        }
        if (answer.opensGeneration()) {
            context.output(NOTES, new Note("GENERATION_CHANGED", sample, sample.number, sample.number));
        }
        if (answer.opensGap()) {
            gaps.inc();
            context.output(NOTES, new Note("GAP_OPENED", sample, number(answer.gapFrom()), number(answer.gapTo())));
        }
        if (answer.closesGap()) {
            context.output(NOTES, new Note("GAP_CLOSED", sample, sample.number, sample.number));
        }
    }

    private long number(long position) {
        return modulus == 0 ? position : position % modulus;
    }

    private void untold(Sample sample, String kind, Context context) {
        untold.inc();
        context.output(NOTES, new Note(kind, sample, sample.number, sample.number).keeping(sample.raw));
    }
}
