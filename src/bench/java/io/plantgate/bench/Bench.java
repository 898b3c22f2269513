package io.plantgate.bench;

/**
 * Measures: same messages, same servers, {@code fsync} on, interleaved rounds, medians. {@code mvn -Pbench verify},
 * quicker with {@code -Dbench.quick=true}, one part with {@code -Dbench.only=ledger}, {@code latency}, {@code
 * transports}, {@code effects}, {@code scans}, {@code sequences} or {@code flink}. Prints tables and writes them to {@code target/bench/}.
 */
public final class Bench {

    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        boolean quick = Boolean.getBoolean("bench.quick");
        String only = System.getProperty("bench.only", "");
        if (only.isBlank() || only.equals("ledger")) {
            LedgerBench.run(quick);
        }
        if (only.isBlank() || only.equals("latency")) {
            LatencyBench.run(quick);
        }
        if (only.isBlank() || only.equals("sequences")) {
            SequenceBench.run(quick);
        }
        if (only.isBlank() || only.equals("flink")) {
            FlinkBench.run(quick);
        }
        if (only.isBlank() || only.equals("transports")) {
            TransportBench.run(quick);
        }
        if (only.isBlank() || only.equals("effects")) {
            EffectBench.run(quick);
        }
        if (only.isBlank() || only.equals("scans")) {
            ScanBench.run(quick);
        }
    }
}
