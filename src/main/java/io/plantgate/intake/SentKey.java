package io.plantgate.intake;

import io.plantgate.event.Delivery;
import io.plantgate.event.IdentityPart;
import io.plantgate.event.Reason;
import io.plantgate.event.ReasonCode;
import io.plantgate.intake.barcode.BarcodeRules;
import io.plantgate.intake.barcode.KeyRecipe;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The key with which a client names a scan, in its field or in a header; a person may supply it later.
 *
 * @param place where the field stands
 * @param barcodes how a scanner's habits are taken off: a key may be scanned, too
 */
record SentKey(PartPlace place, BarcodeRules barcodes) {

    /** Headers that name the key; facts of the transport have lower-case names. */
    private static final List<String> KEY_FACTS = List.of("x-idempotency-key", "idempotency-key");

    /** The key; null where none was sent. What is wrong with it is refused with the field's name. */
    String in(ReadItem item, Map<String, String> supplied) throws Unreadable {
        try {
            return keyOf(item, supplied);
        } catch (Unreadable e) {
            throw e.about("idempotency_key");
        }
    }

    private String keyOf(ReadItem item, Map<String, String> supplied) throws Unreadable {
        String key = cleaned(place.textIn(item, "idempotency_key"));
        refuseLeftOut(item.facts().get(Delivery.FACTS_LEFT_OUT));
        for (String fact : KEY_FACTS) {
            String header = cleaned(ascii(fact, item.facts().get(fact)));
            if (key != null && header != null && !key.equals(header)) {
                throw new Unreadable(
                        ReasonCode.KEY_CONTRADICTED,
                        "idempotency_key is '" + key + "' in one place and '" + header + "' in the header " + fact
                                + ". Send one key.");
            }
            key = key == null ? header : key;
        }
        key = key == null ? cleaned(supplied.get("transitionId")) : key;
        refuse(key);
        return key;
    }

    private String cleaned(String key) {
        String text = key == null ? "" : barcodes.stripped(key);
        return IdentityPart.isBlank(text) ? null : IdentityPart.normalise(text);
    }

    // Nobody says in which charset a header of HTTP is (RFC 9110, 5.5): the same key in a field would be another one.
    private static String ascii(String fact, String header) throws Unreadable {
        if (header != null && header.chars().anyMatch(c -> c > 0x7E)) {
            throw new Unreadable(
                    ReasonCode.IDENTITY_FORBIDDEN_CHARACTER,
                    "idempotency_key: the header " + fact
                            + " is not ASCII, and means another key to each who reads it. Send it as the field, or in ASCII.");
        }
        return header;
    }

    // Without its key a scan would be taken for another one.
    private static void refuseLeftOut(String names) throws Unreadable {
        if (names != null && KEY_FACTS.stream().anyMatch(names::contains)) {
            throw new Unreadable(
                    ReasonCode.IDENTITY_TOO_LONG,
                    "idempotency_key: the header is too long, or no text that can be kept. Send at most 200 bytes of ASCII.");
        }
    }

    private static void refuse(String key) throws Unreadable {
        Optional<Reason> refusal = key == null ? Optional.empty() : IdentityPart.TRANSITION_ID.refusal(key);
        if (refusal.isPresent()) {
            throw new Unreadable(
                    refusal.get().code(),
                    "idempotency_key: " + refusal.get().detail().replace("transitionId", "it"));
        }
        if (key != null && key.startsWith(KeyRecipe.SCHEME)) {
            throw new Unreadable(
                    ReasonCode.IDENTITY_RESERVED_SCHEME,
                    "idempotency_key starts with '" + KeyRecipe.SCHEME
                            + "', which is kept for derived keys. Choose another.");
        }
    }
}
