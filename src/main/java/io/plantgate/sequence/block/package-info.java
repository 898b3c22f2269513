/**
 * Sequences in PostgreSQL: the row that arbitrates an entity's numbers, the blocks that remember them, gaps and restarts.
 *
 * <p>The door is {@link io.plantgate.sequence.block.SequenceBlocks}, which the ledger calls inside its transaction. Whoever
 * wants to know what is missing asks the views {@code sequence_entity} and {@code sequence_gap_list}.
 */
package io.plantgate.sequence.block;
