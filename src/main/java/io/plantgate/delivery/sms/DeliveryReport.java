package io.plantgate.delivery.sms;

import io.plantgate.effect.Answer;
import io.plantgate.effect.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsmpp.bean.DeliverSm;
import org.jsmpp.bean.MessageState;
import org.jsmpp.bean.OptionalParameter;

/**
 * A centre's delivery receipt: the optional parameters of SMPP 3.4 (5.3.2.12 and 5.3.2.35) where it sends them, else the customary
 * text of appendix B, of which only id and state are asked for.
 *
 * @param messageId what the centre calls the message
 * @param state what became of it
 * @param userReference what the gateway called it, or null
 * @param destination digits of the number it went to
 * @param text as it came
 */
record DeliveryReport(String messageId, MessageState state, Short userReference, String destination, String text) {

    private static final Pattern ID = Pattern.compile("(?i)\\bid:\\s*(\\S+)");
    private static final Pattern STATE = Pattern.compile("(?i)\\bstat:\\s*(\\w+)");

    private static final Map<String, MessageState> WORDS = Map.of(
            "ENROUTE", MessageState.ENROUTE,
            "DELIVRD", MessageState.DELIVERED,
            "EXPIRED", MessageState.EXPIRED,
            "DELETED", MessageState.DELETED,
            "UNDELIV", MessageState.UNDELIVERABLE,
            "ACCEPTD", MessageState.ACCEPTED,
            "UNKNOWN", MessageState.UNKNOWN,
            "REJECTD", MessageState.REJECTED);

    /** Empty if it does not say which message it means. */
    static Optional<DeliveryReport> read(DeliverSm receipt) {
        String text = receipt.getShortMessage() == null
                ? ""
                : new String(receipt.getShortMessage(), StandardCharsets.ISO_8859_1);
        var id = receipt.getOptionalParameter(OptionalParameter.Receipted_message_id.class);
        var state = receipt.getOptionalParameter(OptionalParameter.Message_state.class);
        var user = receipt.getOptionalParameter(OptionalParameter.User_message_reference.class);
        String messageId = id != null ? id.getValueAsString() : found(ID, text);
        if (messageId == null || messageId.isBlank()) {
            return Optional.empty();
        }
        return Optional.of(new DeliveryReport(
                messageId.strip(),
                state != null ? stateOf(state.getValue()) : WORDS.getOrDefault(word(text), MessageState.UNKNOWN),
                user == null ? null : user.getValue(),
                receipt.getSourceAddr(),
                text));
    }

    private static String word(String text) {
        return String.valueOf(found(STATE, text)).toUpperCase(Locale.ROOT);
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : null;
    }

    private static MessageState stateOf(byte value) {
        try {
            return MessageState.valueOf(value);
        } catch (IllegalArgumentException e) {
            return MessageState.UNKNOWN;
        }
    }

    Outcome outcome() {
        return outcome(messageId, state, Answer.of(state.name(), text));
    }

    /** What a state proves of a message (SMPP 3.4, 5.2.28), reported or asked for. */
    static Outcome outcome(String messageId, MessageState state, Answer answer) {
        return switch (state) {
            case DELIVERED -> new Outcome.Delivered(messageId, answer);
            case EXPIRED, DELETED, UNDELIVERABLE, REJECTED ->
                new Outcome.Rejected("NOT_ON_THE_PHONE: the centre gave up on it, " + state, answer);
            case ENROUTE, ACCEPTED, SCHEDULED -> new Outcome.Accepted(List.of(messageId), null, answer);
            case UNKNOWN, SKIPPED -> new Outcome.Unknown("the centre does not know what became of it", answer);
        };
    }
}
