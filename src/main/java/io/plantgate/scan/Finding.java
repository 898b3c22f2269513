package io.plantgate.scan;

/**
 * What a look-up found.
 *
 * @param kind what is known
 * @param sn serial or material, or null
 * @param lot lot, or null
 * @param workOrder order, or null
 * @param result the business result where the MES gives one of its own, one of the six words; or null
 * @param code its result code, or null
 * @param message its message, or null
 */
record Finding(Kind kind, String sn, String lot, String workOrder, String result, String code, String message) {

    /** Nothing was looked up: what the client said stands. */
    static final Finding NOT_ASKED = new Finding(Kind.KNOWN, null, null, null, null, null, null);

    static final Finding UNKNOWN = new Finding(Kind.UNKNOWN, null, null, null, null, null, null);

    /** What a look-up can end in. */
    enum Kind {
        KNOWN,
        /** The MES has it and confirms later. */
        PENDING,
        /** The MES does not know the code. */
        UNKNOWN,
        /** It could not be looked up, tried as often as the site allows. */
        FAILED
    }

    static Finding failed(String why) {
        return new Finding(Kind.FAILED, null, null, null, null, null, why);
    }
}
