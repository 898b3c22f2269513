package io.plantgate.delivery.sms;

/** What came of one submit_sm. */
sealed interface SubmitAnswer {

    /** What a message is called that the centre took without a word for it; no receipt names it so. */
    String NO_MESSAGE_ID = "(no message id)";

    /** The centre has it. */
    record Taken(String messageId) implements SubmitAnswer {
        public Taken {
            messageId = messageId == null || messageId.isBlank() ? NO_MESSAGE_ID : messageId;
        }
    }

    /** The centre says that it does not. */
    record Refused(int status) implements SubmitAnswer {}

    /** No byte of it has left. */
    record NotSent(String reason) implements SubmitAnswer {}

    /** It cannot be written down in SMPP. */
    record Impossible(String reason) implements SubmitAnswer {}

    /** It has left, perhaps in part, and nobody has said what became of it. */
    record InDoubt(String reason) implements SubmitAnswer {}
}
