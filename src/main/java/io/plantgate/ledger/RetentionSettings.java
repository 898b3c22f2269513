package io.plantgate.ledger;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long the ledger keeps what it knows; prefix {@code plantgate.ledger.retention}.
 *
 * @param arrivalMonths whole months before this one whose arrivals are kept; 0 keeps all
 * @param identityMonths whole months before this one whose identities are kept, at least {@code arrivalMonths}; 0 keeps all. A
 *     copy of an event whose identity is gone is a new event
 * @param effectMonths whole months before this one whose effects and attempts are kept; 0 keeps all
 */
@ConfigurationProperties("plantgate.ledger.retention")
record RetentionSettings(
        @DefaultValue("0") int arrivalMonths,
        @DefaultValue("0") int identityMonths,
        @DefaultValue("0") int effectMonths) {

    RetentionSettings {
        if (arrivalMonths < 0 || identityMonths < 0 || effectMonths < 0) {
            throw new IllegalArgumentException("plantgate.ledger.retention: arrival-months is " + arrivalMonths
                    + ", identity-months " + identityMonths + " and effect-months " + effectMonths
                    + ", none may be negative; 0 keeps all.");
        }
        if (identityMonths > 0 && (arrivalMonths == 0 || identityMonths < arrivalMonths)) {
            throw new IllegalArgumentException("plantgate.ledger.retention.identity-months is " + identityMonths
                    + ", but arrivals are kept "
                    + (arrivalMonths == 0 ? "for ever" : "for " + arrivalMonths + " months")
                    + " and need their identities: make it 0 (keeps all), or no shorter than arrival-months.");
        }
    }

    /** An arrival's month waits for the effects that were planned in it, unless these are to be kept for longer. */
    boolean effectsGoFirst() {
        return effectMonths > 0 && effectMonths <= arrivalMonths;
    }
}
