package io.plantgate.web.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;

class AnsweredCredentialsTest {

    private final List<String> asked = new ArrayList<>();
    private RuntimeException outage;
    private final AnsweredCredentials answered =
            new AnsweredCredentials(new RightIsRight(), 100, Duration.ofMinutes(1));

    @Test
    void theRightPasswordIsJudgedOnce() {
        assertThat(present("pump", "right").isAuthenticated()).isTrue();
        assertThat(present("pump", "right").isAuthenticated()).isTrue();
        assertThat(asked).containsExactly("pump:right");
    }

    @Test
    void aRememberedAnswerCarriesTheDetailsOfItsOwnRequestAndNoPassword() {
        present("pump", "right");
        UsernamePasswordAuthenticationToken second =
                UsernamePasswordAuthenticationToken.unauthenticated("pump", "right");
        second.setDetails("from 127.0.0.2");
        Authentication answer = answered.authenticate(second);
        assertThat(answer.getDetails()).isEqualTo("from 127.0.0.2");
        assertThat(answer.getCredentials()).isNull();
    }

    @Test
    void aWrongPasswordIsJudgedOnceAndStaysWrong() {
        refused("pump", "wrong");
        refused("pump", "wrong");
        assertThat(asked).containsExactly("pump:wrong");
    }

    @Test
    void theRightPasswordDoesNotVouchForAnotherOne() {
        present("pump", "right");
        refused("pump", "wrong");
        refused("pumpr", "ight");
        assertThat(present("pump", "right").isAuthenticated()).isTrue();
    }

    @Test
    void aFloodOfWrongOnesDoesNotForgetTheRightOne() {
        present("pump", "right");
        for (int i = 0; i < 1_000; i++) {
            refused("pump", "wrong " + i);
        }
        asked.clear();
        present("pump", "right");
        assertThat(asked).isEmpty();
    }

    @Test
    void anOutageOfTheJudgeIsNotRememberedAsAWrongPassword() {
        outage = new InternalAuthenticationServiceException("away");
        assertThatThrownBy(() -> present("pump", "right")).isSameAs(outage);
        outage = null;
        assertThat(present("pump", "right").isAuthenticated()).isTrue();
    }

    private Authentication present(String name, String password) {
        return answered.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(name, password));
    }

    private void refused(String name, String password) {
        assertThatThrownBy(() -> present(name, password)).isInstanceOf(BadCredentialsException.class);
    }

    private final class RightIsRight implements AuthenticationProvider {
        @Override
        public Authentication authenticate(Authentication presented) {
            asked.add(presented.getName() + ":" + presented.getCredentials());
            if (outage != null) {
                throw outage;
            }
            if (!"right".equals(presented.getCredentials())) {
                throw new BadCredentialsException("wrong");
            }
            return UsernamePasswordAuthenticationToken.authenticated(presented.getName(), null, List.of());
        }

        @Override
        public boolean supports(Class<?> authentication) {
            return true;
        }
    }
}
