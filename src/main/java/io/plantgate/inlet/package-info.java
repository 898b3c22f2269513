/**
 * What every way in needs before intake: headers that must not come in, facts that are kept, what becomes of a delivery
 * whose steps keep failing, and the rows that say what became of a file or a posted stream.
 *
 * <p>The doors themselves are the packages below. Nothing here knows what an arrival is about.
 */
package io.plantgate.inlet;
