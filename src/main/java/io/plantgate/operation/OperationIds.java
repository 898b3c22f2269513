package io.plantgate.operation;

import io.plantgate.operation.Asked.Fault;
import io.plantgate.operation.Asked.Invalid;
import java.util.Optional;
import java.util.regex.Pattern;

/** Looks whether a text can be an operationId: it will stand in logs, so it must not be a secret. */
final class OperationIds {

    // It is a part of GET's path: without what servers refuse there, however it is encoded.
    private static final Pattern VISIBLE =
            Pattern.compile("(?!(?:\\.{1,2}|door)$)[\\x21-\\x3F\\x41-\\x7E&&[^;%\\\\]][\\x21-\\x7E&&[^;%\\\\]]*");
    // A JSON Web Token: three base64url parts, the first of which begins with {" (RFC 7519).
    private static final Pattern TOKEN = Pattern.compile("eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*");
    private static final Pattern NAMED =
            Pattern.compile("(?i)(password|passwd|pwd|secret|token|api[-_]?key|authorization|bearer|basic)[=: ].*");
    private static final Pattern HEX_KEY = Pattern.compile("(?i)(?:[0-9a-f]{40}|[0-9a-f]{48,})");
    private static final Pattern BASE64_KEY = Pattern.compile("[A-Za-z0-9+/_-]{40,}={0,2}");

    // As their issuers mark them: AWS, Stripe, OpenAI, Slack, GitHub, GitLab, Google.
    private static final Pattern MARKED = Pattern.compile(
            "(?<![A-Za-z0-9])(?:(?:AKIA|ASIA)[A-Z0-9]{12,}|[sr]k_(?:live|test)_\\w+"
                    + "|sk-[\\w-]{16,}|xox[a-z]-[\\w-]+|gh[opsur]_\\w{20,}|github_pat_\\w+|glpat-[\\w-]+|ya29\\.[\\w-]+|AIza[\\w-]{20,})");
    // user:password, also inside an address. A name of the business with one colon has no such mixture behind it.
    private static final Pattern SIGNED_IN = Pattern.compile(
            "[^:/]+:(?=[^:/]*[a-z])(?=[^:/]*[A-Z0-9])(?=[^:/]*[!$%&*?#@^~])[^:/]{6,}|.*://[^/@]+:[^/@]+@.*");

    private OperationIds() {}

    static Optional<Invalid> objection(String operationId, int charsMax) {
        if (operationId == null || operationId.isBlank()) {
            return Optional.of(new Invalid(
                    Fault.ID_MISSING,
                    "operationId: missing. Name the operation yourself, and keep the name through all retries; none is"
                            + " invented here."));
        }
        if (operationId.length() > charsMax || !VISIBLE.matcher(operationId).matches()) {
            return Optional.of(new Invalid(
                    Fault.ID_FORM,
                    "operationId: at most " + charsMax
                            + " visible ASCII characters without blanks, ';', '%' and '\\', no '@' in front, and neither"
                            + " '.', '..' nor 'door'. Choose such a name."));
        }
        return looksSecret(operationId)
                ? Optional.of(new Invalid(
                        Fault.ID_SECRET,
                        "operationId: looks like a secret, and ids stand in logs. Choose a name of the business, such as an"
                                + " order with its step; change the secret if it was one."))
                : Optional.empty();
    }

    private static boolean looksSecret(String id) {
        return TOKEN.matcher(id).find()
                || NAMED.matcher(id).find()
                || MARKED.matcher(id).find()
                || SIGNED_IN.matcher(id).matches()
                || HEX_KEY.matcher(id).matches()
                || BASE64_KEY.matcher(id).matches() && mixed(id);
    }

    // Long names of the business have separators, or one kind of letters; key material mixes all.
    private static boolean mixed(String id) {
        return id.chars().anyMatch(Character::isUpperCase)
                && id.chars().anyMatch(Character::isLowerCase)
                && id.chars().filter(Character::isDigit).count() > 2
                && id.chars().filter(c -> c == '-' || c == '_').count() < 3;
    }
}
