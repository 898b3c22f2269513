/**
 * Text messages: what a text costs on the air, whom it reaches, and what an SMS centre says about it.
 *
 * <p>A text is counted and cut before anything is sent (3GPP TS 23.038, 23.040), and goes to a centre over SMPP 3.4. What the centre
 * answered, what it did not answer and what it reports later stay three different things.
 */
package io.plantgate.delivery.sms;
