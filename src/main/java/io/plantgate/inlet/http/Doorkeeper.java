package io.plantgate.inlet.http;

import io.plantgate.event.Delivery;
import io.plantgate.intake.Profiles;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.springframework.http.ResponseEntity;

/** Refuses what cannot be taken, before a byte of it is read; nothing of it is kept, and its answer says so. */
final class Doorkeeper {

    private final Profiles profiles;
    private final RestRoutes routes;
    private final QuarantineRate rate;
    private final Answers answers;

    Doorkeeper(Profiles profiles, RestRoutes routes, QuarantineRate rate, Answers answers) {
        this.profiles = profiles;
        this.routes = routes;
        this.rate = rate;
        this.answers = answers;
    }

    /**
     * An answer for who may not come in; empty for who may.
     *
     * @param headers those that the door's profiles read
     */
    Optional<ResponseEntity<Object>> refusal(
            String profile, HttpServletRequest request, String credential, Set<String> headers) {
        return unknown(profile)
                .or(() -> notRunning(profile))
                .or(() -> unknownCoding(request))
                .or(() -> unknownWordOnEffects(request))
                .or(() -> contradicted(request, headers))
                .or(() -> tooManyQuarantined(credential));
    }

    private Optional<ResponseEntity<Object>> unknown(String profile) {
        return profiles.find(profile).isPresent()
                ? Optional.empty()
                : Optional.of(answers.problem(ProblemType.UNKNOWN_PROFILE.because(
                        "This site has no such profile. Name one of those in its routes directory.")));
    }

    private Optional<ResponseEntity<Object>> notRunning(String profile) {
        if (!routes.running()) {
            return Optional.of(
                    answers.again(ProblemType.NOT_READY.because("The routes do not run. Send it again later.")));
        }
        return routes.exists(profile)
                ? Optional.empty()
                : Optional.of(
                        answers.problem(ProblemType.NO_ROUTE.because("No route of this site begins at direct:rest-"
                                + profile + ". Add one from the template rest-source.")));
    }

    private Optional<ResponseEntity<Object>> unknownCoding(HttpServletRequest request) {
        return PostedBody.isCodingKnown(request)
                ? Optional.empty()
                : Optional.of(answers.problem(
                        ProblemType.CONTENT_CODING.because("Content-Encoding: send the bytes plain or as gzip.")));
    }

    private Optional<ResponseEntity<Object>> unknownWordOnEffects(HttpServletRequest request) {
        String said = request.getHeader(Delivery.EFFECTS);
        return said == null || said.equals(Delivery.NO_EFFECTS)
                ? Optional.empty()
                : Optional.of(answers.problem(ProblemType.UNKNOWN_WORD_ON_EFFECTS.because(
                        "Plantgate-Effects: none plans no effects. Leave the header out to have them planned.")));
    }

    // Which line comes first may change on the way: the same post would be another one.
    private Optional<ResponseEntity<Object>> contradicted(HttpServletRequest request, Set<String> headers) {
        return headers.stream()
                .filter(name ->
                        Set.copyOf(Collections.list(request.getHeaders(name))).size() > 1)
                .findFirst()
                .map(name -> answers.problem(ProblemType.INVALID_REQUEST.because("The header " + name
                        + " stands in several lines with different values. Nothing was kept. Send it once.")));
    }

    private Optional<ResponseEntity<Object>> tooManyQuarantined(String credential) {
        OptionalLong seconds = rate.refusedForSeconds(credential);
        return seconds.isEmpty()
                ? Optional.empty()
                : Optional.of(answers.again(
                        ProblemType.TOO_MANY_QUARANTINED.because(
                                "Too many unreadable arrivals in a minute. Correct the sender."),
                        seconds.getAsLong()));
    }
}
