package io.plantgate.inlet.file;

import jakarta.validation.constraints.Positive;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Bounds that all inboxes of a node share.
 *
 * @param claimedFilesMax how many files an inbox claims ahead; the others wait for this or another node
 * @param streamBytesMax bytes read out of one file, after decompression; a larger file fails there
 * @param gzipRatioMax decompressed bytes per compressed byte; beyond it a gzip file fails as a bomb
 * @param retrySeconds pause after an outage, per file and per inbox
 * @param progressSeconds how often a running import says in the log how far it is
 * @param unfinishedPrefixes names that a sender uses while it still writes
 * @param unfinishedSuffixes names that a sender uses while it still writes
 */
@Validated
@ConfigurationProperties("plantgate.inlet.file")
record FileInletProperties(
        @DefaultValue("16") @Positive int claimedFilesMax,
        @DefaultValue("10737418240") @Positive long streamBytesMax,
        @DefaultValue("200") @Positive int gzipRatioMax,
        @DefaultValue("5") @Positive int retrySeconds,
        @DefaultValue("10") @Positive int progressSeconds,
        @DefaultValue({".", "~"}) List<String> unfinishedPrefixes,

        @DefaultValue({".tmp", ".temp", ".part", ".partial", ".filepart", ".crdownload", ".swp", "~"})
        List<String> unfinishedSuffixes) {

    /** True for a name under which nothing complete is ever delivered. Two dots are odd, but no hidden file. */
    boolean isUnfinished(String name) {
        return !name.startsWith("..") && unfinishedPrefixes.stream().anyMatch(name::startsWith)
                || unfinishedSuffixes.stream().anyMatch(name::endsWith);
    }
}
