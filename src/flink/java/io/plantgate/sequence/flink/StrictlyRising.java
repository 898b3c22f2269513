package io.plantgate.sequence.flink;

import io.plantgate.sequence.EntityTracks;
import io.plantgate.sequence.SequenceAnswer;
import io.plantgate.sequence.SequenceRule;
import java.time.Duration;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Hands on the first arrival of every number, keyed by entity; all else goes to a side output and is counted.
 *
 * <p>What is remembered of an entity that falls silent becomes small and never nothing: its highest number and the {@value
 * SequenceRule#WINDOW_NUMBERS_MIN} numbers up to it. Flink's own time-to-live would forget the entity, and take what comes
 * again afterwards for new.
 */
public final class StrictlyRising extends KeyedProcessFunction<String, Sample, Sample> {

    /** Duplicates, gaps, changed generations, entities that fell silent, and samples without an answer. */
    public static final OutputTag<Note> NOTES = new OutputTag<>("notes") {
        private static final long serialVersionUID = 1L;
    };

    private static final long serialVersionUID = 1L;

    private final long modulus;
    private final int windowNumbers;
    private final long jumpMax;
    private final long silenceMillis;

    private transient SequenceRule rule;
    private transient ValueState<EntityTracks> memory;
    private transient Counter firsts;
    private transient Counter late;
    private transient Counter duplicates;
    private transient Counter untold;
    private transient Counter gaps;

    /** @param silence after how long without a number an entity's window becomes small; zero for never */
    public StrictlyRising(SequenceRule rule, Duration silence) {
        this.modulus = rule.modulus();
        this.windowNumbers = rule.windowNumbers();
        this.jumpMax = rule.jumpMax();
        this.silenceMillis = rule.windowNumbers() > SequenceRule.WINDOW_NUMBERS_MIN ? silence.toMillis() : 0;
    }

    @Override
    public void open(OpenContext context) {
        rule = new SequenceRule(modulus, windowNumbers, jumpMax);
        ValueStateDescriptor<EntityTracks> descriptor =
                new ValueStateDescriptor<>("tracks", EntityTracksSerializer.INSTANCE);
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
        EntityTracks tracks = heard(memory.value(), context);
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

    /** The entity's memory, in full size and with a timer that looks for silence. */
    private EntityTracks heard(EntityTracks before, Context context) throws Exception {
        boolean watched = before != null && before.hasWindow(windowNumbers);
        if (watched && silenceMillis == 0) {
            return before;
        }
        long now = context.timerService().currentProcessingTime();
        if (watched) {
            return before.heardAt(now);
        }
        EntityTracks tracks = before == null ? new EntityTracks() : before.resized(windowNumbers);
        memory.update(tracks.heardAt(now));
        if (silenceMillis > 0) {
            context.timerService().registerProcessingTimeTimer(now + silenceMillis);
        }
        return tracks;
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext context, Collector<Sample> out) throws Exception {
        EntityTracks tracks = memory.value();
        if (tracks == null || silenceMillis == 0) {
            return;
        }
        long due = tracks.heardAtMillis() + silenceMillis;
        if (due > context.timerService().currentProcessingTime()) {
            context.timerService().registerProcessingTimeTimer(due);
            return;
        }
        memory.update(tracks.resized(SequenceRule.WINDOW_NUMBERS_MIN));
        for (EntityTracks.Generation generation : tracks.generations()) {
            long highest = number(generation.track().high());
            Sample last = new Sample(context.getCurrentKey(), generation.name(), highest, new byte[0]);
            context.output(NOTES, new Note("SILENT", last, highest, highest));
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
