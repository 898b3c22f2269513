package io.plantgate.inlet;

import io.plantgate.event.Delivery;
import io.plantgate.event.VisibleText;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which of a transport's headers become facts of an arrival: an allow-list, bounded in count and bytes. Names are
 * lower-cased. A value that is over the bound or that PostgreSQL could not hold is left out, never cut: two long values
 * must not become equal. How many were left out, and which, is a fact itself ({@value #LEFT_OUT}).
 *
 * <p>Idempotency keys are kept without being listed. Headers that steer Camel endpoints, and credentials, are never kept, whatever the allow-list says.
 */
public final class TransportFacts {

    /** Name of the fact that says what was allowed and left out all the same. */
    public static final String LEFT_OUT = Delivery.FACTS_LEFT_OUT;

    private static final int LEFT_OUT_CHARS_MAX = 1000;

    private static final Set<String> CREDENTIALS =
            Set.of("authorization", "proxy-authorization", "cookie", "set-cookie");

    // They name what is sent, whatever a site keeps: without them two scans of a queue would become one.
    private static final Set<String> ALWAYS = Set.of("idempotency-key", "x-idempotency-key");

    private final Set<String> names;
    private final List<String> prefixes;
    private final int countMax;
    private final int bytesMax;

    /**
     * @param kept names in any case; a star at the end stands for any rest
     * @param countMax the most facts kept of one delivery
     * @param bytesMax bound on one value in bytes of UTF-8
     */
    public TransportFacts(List<String> kept, int countMax, int bytesMax) {
        List<String> lowerCased = kept.stream().map(TransportFacts::lowerCased).toList();
        this.names = Set.copyOf(lowerCased);
        this.prefixes = lowerCased.stream()
                .filter(name -> name.endsWith("*"))
                .map(name -> name.substring(0, name.length() - 1))
                .toList();
        this.countMax = countMax;
        this.bytesMax = bytesMax;
    }

    /** True for a header that must not come in from a wire: it steers Camel's endpoints. */
    public static boolean steersCamel(String header) {
        String name = lowerCased(header);
        return name.startsWith("camel") || name.startsWith("org.apache.camel");
    }

    /**
     * The facts of one delivery, in the order of their names.
     *
     * @param headers as the transport gave them; null values are none
     */
    public Map<String, String> of(Map<String, String> headers) {
        Map<String, String> allowed = new TreeMap<>();
        headers.forEach((name, value) -> {
            if (value != null && isKept(lowerCased(name))) {
                allowed.merge(lowerCased(name), value, (first, second) -> first + ", " + second);
            }
        });
        return bounded(allowed);
    }

    private boolean isKept(String name) {
        return !steersCamel(name)
                && !CREDENTIALS.contains(name)
                && (ALWAYS.contains(name)
                        || names.contains(name)
                        || prefixes.stream().anyMatch(name::startsWith));
    }

    private Map<String, String> bounded(Map<String, String> allowed) {
        Map<String, String> facts = new TreeMap<>();
        List<String> leftOut = new ArrayList<>();
        allowed.forEach((name, value) -> {
            if (facts.size() < countMax && isStorable(name) && isStorable(value)) {
                facts.put(name, value);
            } else {
                leftOut.add(name);
            }
        });
        if (!leftOut.isEmpty()) {
            String names = VisibleText.of(String.join(", ", leftOut), LEFT_OUT_CHARS_MAX);
            facts.put(LEFT_OUT, leftOut.size() + ": " + names);
        }
        return facts;
    }

    // PostgreSQL refuses U+0000 and lone surrogates in text and jsonb.
    private boolean isStorable(String text) {
        if (text.indexOf('\0') >= 0 || text.length() > bytesMax) {
            return false;
        }
        try {
            ByteBuffer utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return utf8.remaining() <= bytesMax;
        } catch (CharacterCodingException loneSurrogate) {
            return false;
        }
    }

    // Not the machine's language: in a Turkish one, CAMELFILENAME would not become camelfilename.
    private static String lowerCased(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }
}
