package io.plantgate.sequence.replay;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.awaitility.Awaitility;

/** A Flink cluster in this JVM: a JobManager and two TaskManagers, which can be killed. It runs one job at a time. */
final class FlinkCluster implements AutoCloseable {

    private static final Duration WITHIN = Duration.ofSeconds(120);

    private final Configuration configuration = new Configuration();
    private final MiniCluster cluster;
    private JobID job;
    private int killed;

    FlinkCluster(Path checkpoints) throws Exception {
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 100);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(200));
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(1000));
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(
                TaskManagerOptions.MANAGED_MEMORY_SIZE, org.apache.flink.configuration.MemorySize.parse("16m"));
        configuration.set(
                TaskManagerOptions.NETWORK_MEMORY_MIN, org.apache.flink.configuration.MemorySize.parse("16m"));
        configuration.set(
                TaskManagerOptions.NETWORK_MEMORY_MAX, org.apache.flink.configuration.MemorySize.parse("16m"));
        this.cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(2)
                .setNumSlotsPerTaskManager(2)
                .build());
        cluster.start();
    }

    /** An environment whose job is for this cluster. */
    StreamExecutionEnvironment environment(int parallelism) {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        environment.setParallelism(parallelism);
        environment.setRuntimeMode(RuntimeExecutionMode.STREAMING);
        return environment;
    }

    void submit(StreamExecutionEnvironment environment) throws Exception {
        submit(environment, SavepointRestoreSettings.none());
    }

    /** Goes on from what {@link #stopWithSavepoint} or {@link #killJob} left. */
    void resume(StreamExecutionEnvironment environment, String from) throws Exception {
        submit(environment, SavepointRestoreSettings.forPath(from));
    }

    private void submit(StreamExecutionEnvironment environment, SavepointRestoreSettings from) throws Exception {
        JobGraph graph = environment.getStreamGraph().getJobGraph();
        graph.setSavepointRestoreSettings(from);
        job = cluster.submitJob(graph).get(60, TimeUnit.SECONDS).getJobID();
        awaitRunning();
    }

    void awaitRunning() {
        Awaitility.await()
                .atMost(WITHIN)
                .until(() -> cluster.getJobStatus(job).get() == JobStatus.RUNNING
                        && cluster.getExecutionGraph(job).get().getState() == JobStatus.RUNNING);
    }

    /** Completes a checkpoint now. */
    void checkpoint() throws Exception {
        cluster.triggerCheckpoint(job).get(60, TimeUnit.SECONDS);
    }

    /** Stops the job with a savepoint, and tells where that lies. */
    String stopWithSavepoint(Path directory) throws Exception {
        return cluster.stopWithSavepoint(job, directory.toUri().toString(), false, SavepointFormatType.CANONICAL)
                .get(60, TimeUnit.SECONDS);
    }

    /** Ends the job wherever it is, and tells where its last checkpoint lies. */
    String killJob() throws Exception {
        cluster.cancelJob(job).get(60, TimeUnit.SECONDS);
        Awaitility.await().atMost(WITHIN).until(() -> cluster.getJobStatus(job).get() == JobStatus.CANCELED);
        return cluster.getExecutionGraph(job)
                .get()
                .getCheckpointStatsSnapshot()
                .getHistory()
                .getLatestCompletedCheckpoint()
                .getExternalPath();
    }

    /** Kills the oldest TaskManager with all that runs on it, and starts another. */
    void killTaskManager() throws Exception {
        cluster.terminateTaskManager(killed++).get(60, TimeUnit.SECONDS);
        cluster.startTaskManager();
    }

    /** Ends its job, if one runs: the next test has the cluster for itself. */
    void endJob() throws Exception {
        if (job != null && !cluster.getJobStatus(job).get().isGloballyTerminalState()) {
            cluster.cancelJob(job).get(60, TimeUnit.SECONDS);
            Awaitility.await()
                    .atMost(WITHIN)
                    .until(() -> cluster.getJobStatus(job).get().isGloballyTerminalState());
        }
        job = null;
    }

    @Override
    public void close() throws Exception {
        cluster.close();
    }
}
