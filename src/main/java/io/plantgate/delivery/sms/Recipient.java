package io.plantgate.delivery.sms;

/**
 * Whom a message goes to.
 *
 * @param name the shift's name, or another word for why it is this number
 */
record Recipient(String name, SmsAddress address) {}
