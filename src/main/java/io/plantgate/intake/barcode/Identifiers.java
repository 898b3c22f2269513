package io.plantgate.intake.barcode;

import java.util.HashMap;
import java.util.Map;

/**
 * GS1 application identifiers: how long an identifier and its value are (GS1 General Specifications, figure 3.2-1), and which
 * values have a predefined length, so that no FNC1 follows them (figure 7.8.5-2), or begin with a date (section 3.4).
 */
final class Identifiers {

    /**
     * One identifier's value.
     *
     * @param identifierLength digits of the identifier itself
     * @param lengthMin fewest characters of its value
     * @param lengthMax most characters
     * @param digits how many of the first characters must be digits
     * @param predefined true if every value has this very length and needs no FNC1 behind it
     * @param checkDigitAt where the GS1 check digit stands, counted from 1; 0 for none
     * @param date what its first six digits are
     */
    record Rule(
            int identifierLength,
            int lengthMin,
            int lengthMax,
            int digits,
            boolean predefined,
            int checkDigitAt,
            Date date) {}

    /** A date as YYMMDD. */
    enum Date {
        NONE,
        /** Day 00 says that only the month is known. */
        OF_DAY_OR_MONTH,
        OF_DAY
    }

    // Identifier or range of identifiers, then its value: N digits, X any characters, ".." up to; "!" a predefined
    // length,
    // "c" a check digit at the end of the first group, "d" a date in front, "m" one that may be of a month only. As in
    // the figure: N3+X..9 is three digits and up to nine
    // characters.
    private static final String TABLE = """
            00 N18!c
            01 N14!c
            02 N14!c
            03 N14!c
            10 X..20
            11-13 N6!m
            15-17 N6!m
            20 N2!
            21-22 X..20
            235 X..28
            240-241 X..30
            242 N..6
            243 X..20
            250-251 X..30
            253 N13c+X..17?
            254 X..20
            255 N13c+N..12?
            30 N..8
            3100-3169 N6!
            3200-3299 N6!
            3300-3379 N6!
            3400-3499 N6!
            3500-3579 N6!
            3600-3699 N6!
            37 N..8
            3900-3909 N..15
            3910-3919 N3+N..15
            3920-3929 N..15
            3930-3939 N3+N..15
            3940-3943 N4
            3950-3955 N6
            400-401 X..30
            402 N17c
            403 X..30
            410-417 N13!c
            420 X..20
            421 N3+X..9
            422 N3
            423 N3+N..12
            424 N3
            425 N3+N..12
            426 N3
            427 X..3
            4300-4301 X..35
            4302-4306 X..70
            4307 X2
            4308 X..30
            4309 N20
            4310-4311 X..35
            4312-4316 X..70
            4317 X2
            4318 X..20
            4319 X..30
            4320 X..35
            4321-4323 N1
            4324-4325 N10d
            4326 N6d
            4330-4333 N6+X..1?
            7001 N13
            7002 X..30
            7003 N10d
            7004 N..4
            7005 X..12
            7006 N6d
            7007 N6d+N..6?
            7008 X..3
            7009 X..10
            7010 X..2
            7011 N6d+N..4?
            7020-7022 X..20
            7023 X..30
            7030-7039 N3+X..27
            7040 N1+X3
            7041 X..4
            710-717 X..20
            7230-7239 X2+X..28
            7240 X..20
            7241 N2
            7242 X..25
            8001 N14
            8002 X..20
            8003 N14c+X..16?
            8004 X..30
            8005 N6
            8006 N14c+N4
            8007 X..34
            8008 N8d+N..4?
            8009 X..50
            8010 X..30
            8011 N..12
            8012 X..20
            8013 X..25
            8017-8018 N18c
            8019 N..10
            8020 X..25
            8026 N14c+N4
            8030 X..90
            8110 X..70
            8111 N4
            8112 X..70
            8200 X..70
            90 X..30
            91-99 X..90
            """;

    private static final Map<String, Rule> RULES = rules();
    private static final int IDENTIFIER_DIGITS_MAX = 4;

    private Identifiers() {}

    /** The rule of the identifier at this place, or null. No identifier is the beginning of another. */
    static Rule at(String text, int at) {
        for (int length = 2; length <= IDENTIFIER_DIGITS_MAX && at + length <= text.length(); length++) {
            Rule rule = RULES.get(text.substring(at, at + length));
            if (rule != null) {
                return rule;
            }
        }
        return null;
    }

    /** All identifiers, for tests. */
    static Map<String, Rule> all() {
        return RULES;
    }

    private static Map<String, Rule> rules() {
        Map<String, Rule> rules = new HashMap<>();
        TABLE.lines().map(line -> line.split(" ")).forEach(line -> {
            String[] range = line[0].split("-");
            int last = Integer.parseInt(range[range.length - 1]);
            for (int number = Integer.parseInt(range[0]); number <= last; number++) {
                String identifier = "%0" + range[0].length() + "d";
                rules.put(identifier.formatted(number), rule(range[0].length(), line[1]));
            }
        });
        return Map.copyOf(rules);
    }

    private static Rule rule(int identifierLength, String value) {
        int min = 0;
        int max = 0;
        int digits = 0;
        for (String group : value.replaceAll("[!cdm?]", "").split("\\+")) {
            boolean upTo = group.contains("..");
            int length = Integer.parseInt(group.substring(upTo ? 3 : 1));
            int least = value.endsWith("?") ? 0 : 1;
            digits += group.startsWith("N") && digits == max ? length : 0;
            min += upTo ? least : length;
            max += length;
        }
        int checkDigitAt = value.contains("c") ? firstGroup(value) : 0;
        return new Rule(identifierLength, min, max, digits, value.contains("!"), checkDigitAt, date(value));
    }

    private static Date date(String value) {
        if (value.contains("m")) {
            return Date.OF_DAY_OR_MONTH;
        }
        return value.contains("d") ? Date.OF_DAY : Date.NONE;
    }

    private static int firstGroup(String value) {
        String first = value.split("\\+")[0].replaceAll("[!cdm]", "");
        return Integer.parseInt(first.substring(1));
    }
}
