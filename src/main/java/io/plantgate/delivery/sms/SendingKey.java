package io.plantgate.delivery.sms;

import io.plantgate.effect.EffectPart;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the parts of one message have in common, as it is kept with each part: later parts go to the same number under the same
 * reference, if the text is still the same.
 *
 * @param to the number
 * @param reference the parts' common reference
 * @param partsTotal how many there are
 * @param digest of the text
 */
record SendingKey(String to, int reference, int partsTotal, String digest) {

    private static final Pattern FORM = Pattern.compile("to=([^;]*);reference=(\\d+);text=([0-9a-f]+)");
    private static final int DIGEST_OCTETS = 8;

    static SendingKey of(String to, int reference, SmsText text) {
        return new SendingKey(to, reference, text.segments(), digest(text.text()));
    }

    /** The key under which a part was kept, or null if this is another program's. */
    static SendingKey of(EffectPart part) {
        Matcher form = FORM.matcher(part.detail());
        return form.matches()
                ? new SendingKey(form.group(1), Integer.parseInt(form.group(2)), part.partsTotal(), form.group(3))
                : null;
    }

    /** The newest of these that sends this text, or null. */
    static SendingKey continuing(List<EffectPart> taken, SmsText text) {
        String digest = digest(text.text());
        return taken.stream()
                .map(SendingKey::of)
                .filter(key -> key != null && key.digest().equals(digest) && key.partsTotal() == text.segments())
                .reduce((older, newer) -> newer)
                .orElse(null);
    }

    EffectPart part(int partNo, String messageId) {
        return new EffectPart(
                partNo, partsTotal, messageId, "to=%s;reference=%d;text=%s".formatted(to, reference, digest));
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, DIGEST_OCTETS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }
}
