package io.plantgate.delivery.sms;

/**
 * How many parts a text may take, and what becomes of a longer one.
 *
 * @param width of the reference of several parts
 * @param segmentsMax 1…255
 * @param tooLong the rule where a message has none of its own
 */
record SegmentLimit(ReferenceWidth width, int segmentsMax, TooLong tooLong) {

    SegmentLimit {
        if (segmentsMax < 1 || segmentsMax > SmsText.SEGMENTS_MAX) {
            throw new IllegalArgumentException("segmentsMax is 1 to 255, not " + segmentsMax + ".");
        }
    }

    /**
     * The text as it may be sent.
     *
     * @throws IllegalArgumentException if it is too long and must not be shortened, with the count
     */
    SmsText fitted(SmsRequest request) {
        int most =
                request.segmentsMax() == null ? segmentsMax : Math.max(1, Math.min(segmentsMax, request.segmentsMax()));
        SmsText text = SmsText.of(request.text(), width);
        if (text.segments() <= most) {
            return text;
        }
        TooLong rule = request.tooLong() == null ? tooLong : request.tooLong();
        if (rule == TooLong.SHORTEN) {
            return text.shortenedTo(most);
        }
        throw new IllegalArgumentException(
                ("the text takes %d parts in %s, %d are allowed. Shorten it in the kind, raise segmentsMax, or let it be"
                                + " shortened (tooLong: shorten)")
                        .formatted(text.segments(), text.alphabet(), most));
    }
}
