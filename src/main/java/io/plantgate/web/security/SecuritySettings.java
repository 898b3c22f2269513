package io.plantgate.web.security;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Who may come in. A list given in a site's configuration replaces the list below it, it does not add to it.
 *
 * @param users people and systems
 * @param devices senders of events
 * @param cacheEntriesMax how many answered credentials are remembered, accepted and refused ones each
 * @param cacheFor how long an answer is remembered
 */
@Validated
@ConfigurationProperties("plantgate.web.security")
record SecuritySettings(
        @Valid @DefaultValue List<User> users,
        @Valid @DefaultValue List<Device> devices,
        @DefaultValue("10000") int cacheEntriesMax,
        @DefaultValue("10m") Duration cacheFor) {

    /**
     * A person or a system.
     *
     * @param password with its encoding in front: {@code {bcrypt}$2a$10$…}, {@code {noop}…}
     */
    record User(
            @NotBlank String name,
            @NotBlank String password,
            @NotEmpty Set<@NotNull Role> roles) {}

    /**
     * A sender of events.
     *
     * @param password with its encoding in front
     * @param sources the sources it may speak for; a star stands for any text, as in {@code PUMP-07/*}
     */
    record Device(
            @NotBlank String name,
            @NotBlank String password,
            @NotEmpty List<@NotBlank String> sources) {}
}
