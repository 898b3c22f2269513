/**
 * An SMS centre for the first minutes and for tests: a real SMPP 3.4 server on loopback, whose bad habits can be chosen.
 *
 * <p>It keeps every message that it took, answers late, wrongly or not at all as it is told, and sends delivery receipts. No
 * message ever leaves this process.
 */
package io.plantgate.embedded.sms;
