package io.plantgate.inlet;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What of a transport's headers is kept with an arrival.
 *
 * @param kept names, in any case; a star at the end stands for any rest
 * @param countMax the most facts kept of one delivery
 * @param bytesMax bound on one fact's value, in bytes of UTF-8; a longer one is left out, not cut
 */
@ConfigurationProperties("plantgate.inlet.facts")
record FactSettings(
        @DefaultValue({"content-type", "content-encoding", "user-agent", "x-request-id", "traceparent", "ce-*"})
        List<String> kept,

        @DefaultValue("32") int countMax,
        @DefaultValue("1024") int bytesMax) {}
