package io.plantgate.sequence.block;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What becomes of gaps; prefix {@code plantgate.sequence}.
 *
 * @param alarmMissingNumbers a gap of so many missing numbers is an alarm at once
 * @param alarmOpenSeconds a gap that is open for so long is an alarm
 * @param giveUpSeconds a gap that is open for so long is given up; what comes all the same is kept all the same
 */
@ConfigurationProperties("plantgate.sequence")
record GapSettings(
        @DefaultValue("1000") long alarmMissingNumbers,
        @DefaultValue("600") long alarmOpenSeconds,
        @DefaultValue("86400") long giveUpSeconds) {

    GapSettings {
        if (alarmMissingNumbers < 1 || alarmOpenSeconds < 1 || giveUpSeconds < 1) {
            throw new IllegalArgumentException("plantgate.sequence.* are numbers of at least 1.");
        }
    }
}
