/**
 * Decides once what each arrival is, and stores every arrival in the transaction that decides it.
 *
 * <p>The door is {@link io.plantgate.ledger.Ledger} and the Camel component {@code ledger:record}. The primary key on the
 * identity is the only arbiter, for threads, nodes and batches alike. Whoever hands over is told after the commit.
 */
package io.plantgate.ledger;
