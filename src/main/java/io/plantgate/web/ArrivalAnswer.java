package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Map;

/**
 * One arrival with its bytes, as far as they are short enough to be shown.
 *
 * @param rawKept how many bytes are kept; fewer than rawBytes where only a prefix is
 * @param rawBase64 the kept bytes; null where they are longer than {@code plantgate.web.raw-shown-bytes-max}
 * @param rawText the kept bytes as text, where they are UTF-8
 * @param fields payload fields as text, read anew from the kept bytes
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ArrivalAnswer(
        @JsonUnwrapped ArrivalRow arrival, int rawKept, String rawBase64, String rawText, Map<String, String> fields) {}
