package io.plantgate.web.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/**
 * Remembers which credentials were right and which were wrong, because a password hash costs tens of milliseconds and
 * every event of a device brings its password. Credentials come from the configuration only, so an answer stays true
 * for as long as the process runs. Keys are HMAC-SHA-256 (RFC 2104) under a key that only this process has: no
 * password can be read or guessed from the memory of the cache.
 */
final class AnsweredCredentials implements AuthenticationProvider {

    private static final String HMAC = "HmacSHA256";

    private final AuthenticationProvider judge;
    private final SecretKeySpec processKey;
    // Two caches, so that a flood of wrong guesses cannot push out the right ones.
    private final Cache<String, Authentication> accepted;
    private final Cache<String, Boolean> refused;

    AnsweredCredentials(AuthenticationProvider judge, int entriesMax, Duration rememberFor) {
        this.judge = judge;
        this.processKey = new SecretKeySpec(randomBytes(), HMAC);
        this.accepted = cache(entriesMax, rememberFor);
        this.refused = cache(entriesMax, rememberFor);
    }

    @Override
    public Authentication authenticate(Authentication presented) throws AuthenticationException {
        String key = keyOf(presented);
        Authentication known = accepted.getIfPresent(key);
        if (known != null) {
            return answer(known, presented);
        }
        if (refused.getIfPresent(key) != null) {
            throw new BadCredentialsException("wrong credentials");
        }
        return judge(presented, key);
    }

    private Authentication judge(Authentication presented, String key) {
        try {
            Authentication judged = judge.authenticate(presented);
            accepted.put(key, judged);
            return judged;
        } catch (BadCredentialsException e) {
            refused.put(key, Boolean.TRUE);
            throw e;
        }
    }

    // A token of its own for each request, with that request's details; it holds no password.
    private static Authentication answer(Authentication known, Authentication presented) {
        UsernamePasswordAuthenticationToken answer =
                UsernamePasswordAuthenticationToken.authenticated(known.getPrincipal(), null, known.getAuthorities());
        answer.setDetails(presented.getDetails());
        return answer;
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }

    private String keyOf(Authentication presented) {
        byte[] name = presented.getName().getBytes(StandardCharsets.UTF_8);
        byte[] password = String.valueOf(presented.getCredentials()).getBytes(StandardCharsets.UTF_8);
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(processKey);
            // The length in front keeps "ab" + "c" apart from "a" + "bc".
            mac.update(Integer.toString(name.length).getBytes(StandardCharsets.US_ASCII));
            mac.update((byte) 0);
            mac.update(name);
            return HexFormat.of().formatHex(mac.doFinal(password));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(HMAC + " is required of every Java platform", e);
        }
    }

    private static byte[] randomBytes() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    private static <V> Cache<String, V> cache(int entriesMax, Duration rememberFor) {
        return Caffeine.newBuilder()
                .maximumSize(entriesMax)
                .expireAfterWrite(rememberFor)
                .build();
    }
}
