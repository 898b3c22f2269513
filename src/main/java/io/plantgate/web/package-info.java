/**
 * REST for people and systems: search, the whole story of an event, arrivals, boots, imports, and the work list.
 *
 * <p>Everything here reads the store or passes a person's word on to {@link io.plantgate.worklist.WorkList}. Lists are
 * paged by keyset: {@code next} of an answer is {@code after} of the following question.
 */
package io.plantgate.web;
