/**
 * The rule for strictly rising numbers as a job on Apache Flink, for streams that one gateway cannot carry.
 *
 * <p>The door is {@link io.plantgate.sequence.flink.SequenceJob}. It reads RabbitMQ at least once, keeps a window of holes
 * per entity as keyed state, and writes first arrivals where writing them again changes nothing: after a failure its state
 * goes back to the last checkpoint together with the source, and it answers anew what it had answered.
 */
package io.plantgate.sequence.flink;
