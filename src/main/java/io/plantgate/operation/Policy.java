package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;

/** What a target's file says about a request before anybody reads the device. */
final class Policy {

    private Policy() {}

    /**
     * Why a request is refused; recorded with it.
     *
     * @param code for machines
     * @param reason for people, without values of the request
     */
    record Refusal(String code, String reason) {}

    /** Codes of refusals. */
    static final class Codes {
        static final String NOT_FROM_HERE = "CLIENT_NOT_ALLOWED";
        static final String NOBODY_NAMED = "ASKER_NOT_NAMED";
        static final String PARAMETERS = "PARAMETERS_OUT_OF_BOUNDS";
        static final String VALIDITY = "VALIDITY_TOO_LONG";
        static final String RATE = "RATE_EXCEEDED";
        static final String REPLACES_IN_FLIGHT = "REPLACES_IN_FLIGHT";
        static final String INTERLOCK = "INTERLOCK";
        static final String PERSON = "REFUSED_BY_PERSON";
        static final String GONE = "EQUIPMENT_CHANGED";

        private Codes() {}
    }

    static Optional<Refusal> refusal(CommandPolicy command, String client, JsonNode parameters, Duration validity) {
        if (!command.allows(client)) {
            return Optional.of(new Refusal(
                    Codes.NOT_FROM_HERE,
                    "This client may not ask for " + command.name() + "; the file's 'from' says who."));
        }
        if (validity.compareTo(command.validityMax()) > 0) {
            return Optional.of(new Refusal(
                    Codes.VALIDITY,
                    "The validity is longer than the " + command.validityMax().toSeconds()
                            + " s that this command allows."));
        }
        return command.objection(parameters).map(text -> new Refusal(Codes.PARAMETERS, text));
    }
}
