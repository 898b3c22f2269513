package io.plantgate.sequence.replay;

import io.plantgate.sequence.flink.Sample;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.api.common.functions.MapFunction;

/** Notes what the rule hands on, as a sink would get it that only appends. */
final class Emitted implements MapFunction<Sample, Sample> {

    static final List<Long> NUMBERS = new CopyOnWriteArrayList<>();

    private static final long serialVersionUID = 1L;

    @Override
    public Sample map(Sample sample) {
        NUMBERS.add(sample.number);
        return sample;
    }
}
