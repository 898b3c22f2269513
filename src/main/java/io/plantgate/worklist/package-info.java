/**
 * What only a person can settle: arrivals without an identity, quarantined ones, and two contents under one name.
 *
 * <p>The door is {@link io.plantgate.worklist.WorkList}. Every word of a person carries a name, a time and a reason and is
 * appended, never edited. What an arrival turns out to be is still decided by the ledger, never here.
 */
package io.plantgate.worklist;
