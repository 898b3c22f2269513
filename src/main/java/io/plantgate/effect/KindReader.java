package io.plantgate.effect;

import com.fasterxml.jackson.databind.JsonNode;
import com.schibsted.spt.data.jslt.JsltException;
import io.plantgate.effect.MessageTemplate.Form;
import io.plantgate.effect.UnknownRule.Then;
import io.plantgate.intake.YamlFinding;
import io.plantgate.intake.YamlSchema;
import io.plantgate.intake.YamlText;
import io.plantgate.ledger.EffectPlanning.Lane;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a kind of its text, or says all that is wrong with it. */
final class KindReader {

    /** Texts are for people who are there now: an old one is worse than none. */
    private static final Duration TEXT_AGE_MAX = Duration.ofHours(1);

    private static final YamlSchema SCHEMA =
            new YamlSchema(KindReader.class.getResourceAsStream("effect.schema.json"), "the kind");
    private static final String EMPTY =
            "the file is empty; expected: at least channel, message and unknown. Write them, or remove the file";

    // The parser's own word for where it stopped; the exception's line is that of the last part it understood.
    private static final Pattern PLACE = Pattern.compile("at line (\\d+), column");

    private final String file;
    private final YamlText yaml;
    private final List<YamlFinding> findings = new ArrayList<>();

    private KindReader(String file, YamlText yaml) {
        this.file = file;
        this.yaml = yaml;
    }

    /**
     * @param file what findings call it
     * @throws KindsRefusedException with all that is wrong
     */
    static Kind read(String name, String file, String text) {
        YamlText yaml = YamlText.parse(file, text, EMPTY);
        refuse(yaml.findings());
        refuse(SCHEMA.findings(file, yaml));
        KindReader reader = new KindReader(file, yaml);
        Kind kind = reader.kind(name, text);
        refuse(reader.findings);
        return kind;
    }

    private static void refuse(List<YamlFinding> findings) {
        if (!findings.isEmpty()) {
            throw new KindsRefusedException(findings);
        }
    }

    private Kind kind(String name, String text) {
        JsonNode root = yaml.root();
        boolean sendsText = root.path("message").has("text");
        return new Kind(
                name,
                root.path("channel").asText(),
                template(root.path("message"), sendsText ? Form.TEXT : Form.JSON),
                unknown(root.path("unknown")),
                retry(root.path("retry")),
                maxAge(root.path("maxAgeSeconds"), sendsText),
                Lane.valueOf(root.path("lane").asText("none").toUpperCase(Locale.ROOT)),
                root.has("askSeconds")
                        ? Duration.ofSeconds(root.path("askSeconds").asLong())
                        : null,
                text);
    }

    private MessageTemplate template(JsonNode message, Form form) {
        String key = form.name().toLowerCase(Locale.ROOT);
        String template = message.path(key).asText();
        try {
            return MessageTemplate.compile(file, template, form);
        } catch (JsltException e) {
            findings.add(new YamlFinding(
                    file,
                    yaml.lineOf("/message/" + key) + lineInBlock(template, e),
                    "message." + key + " is no JSLT: " + problem(e)));
            return null;
        } catch (StackOverflowError e) {
            findings.add(new YamlFinding(
                    file,
                    yaml.lineOf("/message/" + key),
                    "message." + key + " is nested deeper than can be read; write it flatter"));
            return null;
        }
    }

    /** The text of a block starts on the line below its key. */
    private static int lineInBlock(String template, JsltException e) {
        if (!template.contains("\n")) {
            return 0;
        }
        Matcher place = PLACE.matcher(e.getMessage());
        return place.find() ? Integer.parseInt(place.group(1)) : Math.max(0, e.getLine());
    }

    private static String problem(JsltException e) {
        return e.getMessage().replaceAll("\\s+", " ").replaceFirst("(?: at [^ ]+:\\d+:\\d+| Was expecting.*)$", "");
    }

    private UnknownRule unknown(JsonNode rule) {
        Then then =
                Then.valueOf(rule.path("then").asText().toUpperCase(Locale.ROOT).replace('-', '_'));
        boolean counted = rule.has("timesMax");
        if ((then == Then.REPEAT) != counted) {
            findings.add(
                    new YamlFinding(
                            file,
                            yaml.lineOf("/unknown"),
                            counted
                                    ? "unknown.timesMax bounds then: repeat only; remove it, or choose repeat"
                                    : "unknown.then: repeat lacks timesMax; expected: how many repeats are tolerable, 1 to 100"));
        }
        return new UnknownRule(then, rule.path("timesMax").asInt(0));
    }

    private RetrySchedule retry(JsonNode retry) {
        Duration first = seconds(retry.path("firstSeconds"), 5);
        Duration max = seconds(retry.path("secondsMax"), 3_600);
        if (max.compareTo(first) < 0) {
            findings.add(new YamlFinding(
                    file, yaml.lineOf("/retry/secondsMax"), "retry.secondsMax is less than firstSeconds; raise it"));
        }
        return new RetrySchedule(
                first,
                retry.path("factor").asDouble(2),
                max,
                retry.path("attemptsMax").asInt(20));
    }

    private static Duration seconds(JsonNode node, int byDefault) {
        BigDecimal seconds = node.isNumber() ? node.decimalValue() : BigDecimal.valueOf(byDefault);
        return Duration.ofMillis(seconds.movePointRight(3).longValue());
    }

    private static Duration maxAge(JsonNode node, boolean sendsText) {
        if (!node.isNumber()) {
            return sendsText ? TEXT_AGE_MAX : null;
        }
        return node.asLong() == 0 ? null : Duration.ofSeconds(node.asLong());
    }
}
