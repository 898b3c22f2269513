/**
 * Controllers for the first minutes and for tests: real servers of their protocols on loopback, whose bad habits can be chosen.
 *
 * <p>Each drives a conveyor that exists only in this process, and keeps a log of every change that it really made: what
 * Plantgate says about an operation can be compared with it. Nothing here ever reaches a machine.
 */
package io.plantgate.embedded.plc;
