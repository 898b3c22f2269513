package io.plantgate.web.security;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;

/** The users and devices of the configuration by name. */
final class Credentials implements UserDetailsService {

    private static final String DEMO_PASSWORD = "{noop}demo";

    private final Map<String, UserDetails> byName = new TreeMap<>();

    /** @throws IllegalArgumentException if a name stands twice, a password names no encoding, or a user is a device */
    Credentials(SecuritySettings settings) {
        settings.users().forEach(Credentials::requireNoDevice);
        settings.users().forEach(user -> add(user.name(), user.password(), user.roles()));
        settings.devices().forEach(device -> add(device.name(), device.password(), List.of(Role.DEVICE)));
    }

    private void add(String name, String password, Collection<Role> roles) {
        requireEncoding(name, password);
        UserDetails credential = User.withUsername(name)
                .password(password)
                .authorities(AuthorityUtils.createAuthorityList(authorities(roles)))
                .build();
        if (byName.putIfAbsent(name, credential) != null) {
            throw new IllegalArgumentException(("plantgate.web.security: '%s' stands twice among users and devices. "
                            + "Give each user and each device a name of its own.")
                    .formatted(name));
        }
    }

    private static void requireNoDevice(SecuritySettings.User user) {
        if (user.roles().contains(Role.DEVICE)) {
            throw new IllegalArgumentException(("plantgate.web.security: user '%s' has the role device, which needs "
                            + "sources. List it under plantgate.web.security.devices instead.")
                    .formatted(user.name()));
        }
    }

    private static void requireEncoding(String name, String password) {
        if (!password.matches("\\{[\\w@.-]+}.+")) {
            throw new IllegalArgumentException(("plantgate.web.security: the password of '%s' does not say how it is "
                            + "encoded. Put the encoding in front, as in {bcrypt}$2a$10$…")
                    .formatted(name));
        }
    }

    private static List<String> authorities(Collection<Role> roles) {
        List<Role> all = new ArrayList<>(roles);
        roles.forEach(role -> all.addAll(role.includes()));
        return all.stream().distinct().map(role -> "ROLE_" + role.name()).toList();
    }

    @Override
    public UserDetails loadUserByUsername(String name) {
        UserDetails credential = byName.get(name);
        if (credential == null) {
            throw new UsernameNotFoundException("no such credential");
        }
        // Spring Security erases the password of what it is given; the next request needs it again.
        return User.withUserDetails(credential).build();
    }

    /** Names of those who have the password that everybody knows, in the order of names. */
    List<String> withDemoPassword() {
        return byName.values().stream()
                .filter(credential -> DEMO_PASSWORD.equals(credential.getPassword()))
                .map(UserDetails::getUsername)
                .toList();
    }
}
