package io.plantgate.delivery.erp;

import io.plantgate.effect.ClaimedEffect;
import java.nio.charset.StandardCharsets;

/** A target's addresses, with an effect's key and reference put in. */
record Addresses(String post, String query, String item) {

    private static final String UNRESERVED = "-._~";

    boolean canAsk() {
        return !query.isEmpty();
    }

    String query(ClaimedEffect effect) {
        String reference = effect.references().isEmpty()
                ? ""
                : effect.references().get(effect.references().size() - 1);
        return put(put(query, "{key}", effect.idempotencyKey()), "{reference}", reference);
    }

    // Between quotes stands an OData literal, which wants a quote doubled.
    private static String put(String address, String place, String text) {
        return address.replace("'" + place + "'", "'" + escaped(text.replace("'", "''")) + "'")
                .replace(place, escaped(text));
    }

    // RFC 3986: whatever is not unreserved, so that no key can leave its place in the address.
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xFF);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0)) {
                escaped.append(c);
            } else {
                escaped.append("%%%02X".formatted((int) c));
            }
        }
        return escaped.toString();
    }
}
