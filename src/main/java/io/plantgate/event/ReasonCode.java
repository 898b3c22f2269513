package io.plantgate.event;

/** Why an arrival has no identity, or could not be read at all. The name is what is stored, counted and shown. */
public enum ReasonCode {
    /** The profile's source is missing, null or blank. */
    MISSING_SOURCE(Fate.INCOMPLETE),
    /** The profile's transitionId is missing, null or blank. */
    MISSING_TRANSITION_ID(Fate.INCOMPLETE),
    /** The profile's bootId is missing, null or blank: generation unknown. */
    MISSING_BOOT_ID(Fate.INCOMPLETE),
    /** The event id of an {@code event-id} profile is missing, null or blank. */
    MISSING_EVENT_ID(Fate.INCOMPLETE),
    /** A scan without an idempotency key, and without all that one could be derived from. */
    MISSING_IDEMPOTENCY_KEY(Fate.INCOMPLETE),
    /** A scan without an idempotency key whose code can be read in several ways. */
    AMBIGUOUS_BARCODE(Fate.INCOMPLETE),
    /** The number of a {@code sequence} profile is missing, null or blank. */
    MISSING_SEQUENCE_NUMBER(Fate.INCOMPLETE),
    /** No birth message of the entity was recorded, so nobody knows the boot of what it sends: generation unknown. */
    BIRTH_UNKNOWN(Fate.INCOMPLETE),
    /** Whether the number was there before cannot be told: farther from the highest than half the modulus allows. */
    TOO_OLD_TO_TELL(Fate.INCOMPLETE),
    /** The number is farther ahead of the highest than the profile's bound. */
    TOO_FAR_AHEAD(Fate.INCOMPLETE),
    /** The entity's numbers were counted under another modulus than the profile now says. */
    MODULUS_CHANGED(Fate.INCOMPLETE),

    /** No bytes at all. */
    EMPTY(Fate.QUARANTINED),
    /** The bytes are not text in the declared charset. */
    NOT_DECODABLE(Fate.QUARANTINED),
    /** The text is not of the declared format. */
    MALFORMED(Fate.QUARANTINED),
    /** A name stands twice in one object. */
    DUPLICATE_KEY(Fate.QUARANTINED),
    /** Something stands behind the end of the value. */
    TRAILING_CONTENT(Fate.QUARANTINED),
    /** XML with a document type declaration. */
    DOCTYPE_FORBIDDEN(Fate.QUARANTINED),
    /** More bytes than the profile's bound; a prefix is kept and the hash of all that was read. */
    TOO_LARGE(Fate.QUARANTINED),
    /** Nested deeper than the profile's bound. */
    TOO_DEEP(Fate.QUARANTINED),
    /** A number with more digits, or a larger exponent, than the bound. */
    NUMBER_OUT_OF_BOUNDS(Fate.QUARANTINED),
    /** A declared field does not hold what the profile declares. */
    FIELD_TYPE(Fate.QUARANTINED),
    /** A CSV row with another number of columns than its header. */
    COLUMN_COUNT(Fate.QUARANTINED),
    /** A quote that is never closed. */
    UNCLOSED_QUOTE(Fate.QUARANTINED),
    /** The last row of a file has no line end: it may have been cut off. */
    LAST_ROW_UNTERMINATED(Fate.QUARANTINED),
    /** A scanned code that is certainly wrong: a spreadsheet's number, a wrong check digit, a control character. */
    BARCODE_REFUSED(Fate.QUARANTINED),
    /** A scan that names two different idempotency keys. */
    KEY_CONTRADICTED(Fate.QUARANTINED),
    /** A control character inside an identity part. */
    IDENTITY_CONTROL_CHARACTER(Fate.QUARANTINED),
    /** White space other than an inner blank, an invisible or an unassigned character inside an identity part. */
    IDENTITY_FORBIDDEN_CHARACTER(Fate.QUARANTINED),
    /** An identity part over its bound in bytes. */
    IDENTITY_TOO_LONG(Fate.QUARANTINED),
    /** An identity number that is not written as plain digits. */
    IDENTITY_NOT_DIGITS(Fate.QUARANTINED),
    /** A sequence number that is not below the profile's modulus, or has more than 18 digits. */
    SEQUENCE_NUMBER_OUT_OF_RANGE(Fate.QUARANTINED),
    /** An identity part that is an object, an array, a truth value or a fraction. */
    IDENTITY_NOT_TEXT(Fate.QUARANTINED),
    /** A source that starts with a scheme reserved for other contracts. */
    IDENTITY_RESERVED_SCHEME(Fate.QUARANTINED),
    /** The credential may not speak for this source. */
    SOURCE_NOT_ALLOWED(Fate.QUARANTINED),
    /** A step of the site's route kept failing before the ledger. */
    STEP_FAILED(Fate.QUARANTINED),
    /** PostgreSQL refuses the row for what is in it. */
    REFUSED_BY_DATABASE(Fate.QUARANTINED);

    /** Which of the two decisions without an identity a reason leads to. */
    public enum Fate {
        INCOMPLETE,
        QUARANTINED
    }

    private final Fate fate;

    ReasonCode(Fate fate) {
        this.fate = fate;
    }

    public Fate fate() {
        return fate;
    }
}
