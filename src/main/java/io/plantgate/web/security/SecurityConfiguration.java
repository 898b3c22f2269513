package io.plantgate.web.security;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.plantgate.intake.SourcePermissions;
import jakarta.servlet.DispatcherType;
import org.springframework.boot.autoconfigure.web.ServerProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.config.web.PathPatternRequestMatcherBuilderFactoryBean;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SecuritySettings.class)
class SecurityConfiguration {

    @Bean
    SourcePermissions sourcePermissions(SecuritySettings settings) {
        return new CredentialSources(settings);
    }

    @Bean
    PasswordEncoder passwordEncoder() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }

    @Bean
    Credentials credentials(SecuritySettings settings) {
        return new Credentials(settings);
    }

    @Bean
    DemoPasswords demoPasswords(Credentials credentials, ServerProperties server) {
        return new DemoPasswords(credentials, server.getAddress());
    }

    @Bean
    AuthenticationProvider answeredCredentials(
            Credentials credentials, PasswordEncoder encoder, SecuritySettings settings) {
        DaoAuthenticationProvider judge = new DaoAuthenticationProvider(credentials);
        judge.setPasswordEncoder(encoder);
        return new AnsweredCredentials(judge, settings.cacheEntriesMax(), settings.cacheFor());
    }

    /** A timer around each filter costs a third of a small request, and nobody asked for them; requests are timed as a whole. */
    @Bean
    SecurityObservationSettings noTimersAroundFilters() {
        return SecurityObservationSettings.noObservations();
    }

    /** Doors are paths; matching them need not ask every controller of Spring MVC. */
    @Bean
    PathPatternRequestMatcherBuilderFactoryBean doorPaths() {
        return new PathPatternRequestMatcherBuilderFactoryBean();
    }

    @Bean
    SecurityFilterChain doors(HttpSecurity http, AuthenticationProvider provider, ObjectMapper json) throws Exception {
        ProblemAnswers problems = new ProblemAnswers(json);
        return http.authenticationProvider(provider)
                .authorizeHttpRequests(SecurityConfiguration::doors)
                .httpBasic(basic -> basic.authenticationEntryPoint(problems))
                .exceptionHandling(e -> e.authenticationEntryPoint(problems).accessDeniedHandler(problems))
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                // Nothing here lives in a cookie, so there is nothing for another site to ride on.
                .csrf(csrf -> csrf.disable())
                .formLogin(form -> form.disable())
                .logout(logout -> logout.disable())
                .build();
    }

    private static void doors(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry doors) {
        // Both continue a request that came through its door before.
        doors.dispatcherTypeMatchers(DispatcherType.ASYNC, DispatcherType.ERROR).permitAll();
        doors.requestMatchers("/actuator/health", "/actuator/health/**").permitAll();
        doors.requestMatchers(HttpMethod.GET, "/actuator/prometheus").hasRole(Role.VIEWER.name());
        doors.requestMatchers(HttpMethod.POST, "/api/events/**", "/api/scans")
                .hasAnyRole(Role.DEVICE.name(), Role.OPERATOR.name(), Role.INTEGRATOR.name());
        doors.requestMatchers(HttpMethod.POST, "/api/work-items/**", "/api/arrivals/**")
                .hasRole(Role.OPERATOR.name());
        doors.requestMatchers(HttpMethod.POST, "/api/effects/**", "/api/effect-channels/**")
                .hasRole(Role.OPERATOR.name());
        // Who asks for a write does not authorise it, nor open the door that a damaged store closed.
        doors.requestMatchers(
                        HttpMethod.POST,
                        "/api/operations/door",
                        "/api/operations/*/authorisation",
                        "/api/operations/*/refusal")
                .hasRole(Role.APPROVER.name());
        doors.requestMatchers(HttpMethod.POST, "/api/operations", "/api/operations/*/settlement")
                .hasRole(Role.OPERATOR.name());
        // What is let go here cannot be called back.
        doors.requestMatchers(HttpMethod.POST, "/api/effect-switch").hasRole(Role.APPROVER.name());
        doors.requestMatchers(HttpMethod.POST, "/api/simulator/**").hasRole(Role.OPERATOR.name());
        doors.requestMatchers(HttpMethod.GET, "/api/**").hasRole(Role.VIEWER.name());
        doors.anyRequest().denyAll();
    }
}
