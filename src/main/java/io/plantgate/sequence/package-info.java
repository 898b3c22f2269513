/**
 * Strictly rising numbers per entity: what each number is, whichever order and however often it comes.
 *
 * <p>The door is {@link io.plantgate.sequence.SequenceRule}, one rule for the gateway and for the job on Apache Flink. Its
 * classes are values of the JDK alone: no Spring, no Camel, no SQL, so that they run wherever a stream is.
 */
package io.plantgate.sequence;
