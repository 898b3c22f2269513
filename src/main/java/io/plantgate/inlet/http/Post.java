package io.plantgate.inlet.http;

import io.plantgate.inlet.Imports;
import io.plantgate.intake.Profile;
import java.time.Instant;
import java.util.Map;

/**
 * What is known of one post before its bytes are judged.
 *
 * @param credential the name under which the sender signed in, or null
 * @param answers how it is answered
 */
record Post(Profile profile, Instant arrivalAt, Map<String, String> facts, String credential, ItemAnswers answers) {

    String inlet() {
        return Imports.POSTED_PREFIX + profile.name();
    }

    /** How the post stands among imports, in place of a file's name. */
    String request() {
        return "POST /api/events/" + profile.name();
    }
}
