package io.plantgate.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * What a person did to an effect.
 *
 * @param lane the lane that a release took it out of
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MoveRow(
        Instant movedAt, String action, String fromState, String toState, String movedBy, String reason, String lane) {}
