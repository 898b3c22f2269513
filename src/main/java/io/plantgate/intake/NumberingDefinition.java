package io.plantgate.intake;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.event.Numbering.Evidence;
import io.plantgate.event.Numbering.Order;
import io.plantgate.event.Numbering.Restarts;
import io.plantgate.event.Numbering.Terms;
import io.plantgate.intake.ProfileTree.At;
import java.util.Locale;

/** Reads {@code sequence} of a profile. */
final class NumberingDefinition {

    private static final int WINDOW_NUMBERS = 1024;
    private static final long JUMP_MAX = 1_000_000;

    private final ProfileTree tree;
    private final At at;

    NumberingDefinition(ProfileTree tree) {
        this.tree = tree;
        this.at = tree.at("sequence");
    }

    /** The rule; null for every contract but {@code sequence}. */
    NumberingRule read() {
        if (Contract.named(tree.root().path("contract").asText()) != Contract.SEQUENCE) {
            return null;
        }
        long modulus = modulus(at.node().path("modulus"));
        return new NumberingRule(new Terms(
                modulus,
                window(modulus),
                jumpMax(modulus),
                word(Evidence.class, at.text("evidence", "all")),
                word(Order.class, at.text("order", "keep-late")),
                restarts(),
                at.node().path("restartsAt").asLong(0)));
    }

    private static long modulus(JsonNode node) {
        return switch (node.asText()) {
            case "uint8" -> 1L << 8;
            case "uint16" -> 1L << 16;
            case "uint32" -> 1L << 32;
            default -> node.asLong(0);
        };
    }

    private int window(long modulus) {
        int most = modulus == 0 ? WINDOW_NUMBERS : (int) Math.min(WINDOW_NUMBERS, Long.highestOneBit(modulus / 2));
        int window = at.node().path("window").asInt(most);
        if (Integer.bitCount(window) != 1 || modulus != 0 && window > modulus / 2) {
            tree.refuse(
                    "/sequence/window",
                    window + " is no window; expected: a power of two, at most half the modulus, such as " + most);
        }
        return window;
    }

    private long jumpMax(long modulus) {
        long usual = modulus == 0 ? JUMP_MAX : Math.min(JUMP_MAX, modulus / 4);
        long jumpMax = at.node().path("jumpMax").asLong(usual);
        if (modulus != 0 && jumpMax >= modulus / 2) {
            tree.refuse(
                    "/sequence/jumpMax",
                    jumpMax
                            + " is half the modulus or more: a step ahead could not be told from one back; expected: less,"
                            + " such as " + usual);
        }
        return jumpMax;
    }

    private Restarts restarts() {
        boolean birth = at.node().path("birth").asBoolean(false);
        boolean atNumber = at.node().has("restartsAt");
        boolean bootId = tree.at("identity").get("bootId").isThere();
        if (birth && (!bootId || !tree.at("bootObserved").isThere())) {
            tree.refuse(
                    "/sequence/birth",
                    "birth needs identity.bootId and bootObserved: where a birth message names its boot, and how it is told");
        }
        if (atNumber && bootId) {
            tree.refuse("/sequence/restartsAt", "restartsAt is for sources without a bootId");
        }
        if (birth) {
            return Restarts.BIRTH;
        }
        return bootId ? Restarts.BOOT_ID : atNumber ? Restarts.AT_NUMBER : Restarts.NEVER;
    }

    private static <E extends Enum<E>> E word(Class<E> words, String word) {
        return Enum.valueOf(words, word.replace('-', '_').toUpperCase(Locale.ROOT));
    }
}
