package io.plantgate.web.security;

import io.plantgate.intake.SourcePermissions;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Devices speak for the sources of their configuration, operators and integrators for any, viewers for none. */
final class CredentialSources implements SourcePermissions {

    private final Map<String, List<Pattern>> sourcesByDevice = new HashMap<>();
    private final Set<String> anySource = new HashSet<>();

    CredentialSources(SecuritySettings settings) {
        settings.devices()
                .forEach(device -> sourcesByDevice.put(
                        device.name(),
                        device.sources().stream()
                                .map(CredentialSources::pattern)
                                .toList()));
        settings.users().stream()
                .filter(user -> mayPostEvents(user.roles()))
                .forEach(user -> anySource.add(user.name()));
    }

    @Override
    public boolean maySpeakFor(String credential, String source) {
        // Where the transport knows no credential (a folder), who may write there is the operating system's business.
        return credential == null
                || anySource.contains(credential)
                || sourcesByDevice.getOrDefault(credential, List.of()).stream()
                        .anyMatch(pattern -> pattern.matcher(source).matches());
    }

    private static boolean mayPostEvents(Set<Role> roles) {
        return roles.stream()
                .flatMap(role -> Stream.concat(Stream.of(role), role.includes().stream()))
                .anyMatch(role -> role == Role.OPERATOR || role == Role.INTEGRATOR);
    }

    // Sources are compared as they stand in an identity: in NFC.
    private static Pattern pattern(String sources) {
        String regex = Stream.of(
                        Normalizer.normalize(sources, Normalizer.Form.NFC).split("\\*", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
        return Pattern.compile(regex, Pattern.DOTALL);
    }
}
