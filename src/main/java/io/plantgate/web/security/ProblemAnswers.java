package io.plantgate.web.security;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/** 401 and 403 as problem details (RFC 9457). They never say which part of a credential was wrong. */
final class ProblemAnswers implements AuthenticationEntryPoint, AccessDeniedHandler {

    private static final String CHALLENGE = "Basic realm=\"plantgate\", charset=\"UTF-8\"";

    private final ObjectMapper json;

    ProblemAnswers(ObjectMapper json) {
        this.json = json;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
        ProblemDetail problem = problem(HttpStatus.UNAUTHORIZED, "credentials-required", "Credentials required");
        problem.setDetail("Send the name and password of a user or device by HTTP Basic.");
        write(problem, response);
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
            throws IOException {
        ProblemDetail problem = problem(HttpStatus.FORBIDDEN, "not-permitted", "Not permitted");
        problem.setDetail("This credential has no role for %s here.".formatted(request.getMethod()));
        write(problem, response);
    }

    private static ProblemDetail problem(HttpStatus status, String type, String title) {
        ProblemDetail problem = ProblemDetail.forStatus(status);
        problem.setType(URI.create("urn:plantgate:problem:" + type));
        problem.setTitle(title);
        return problem;
    }

    private void write(ProblemDetail problem, HttpServletResponse response) throws IOException {
        response.setStatus(problem.getStatus());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        json.writeValue(response.getOutputStream(), problem);
    }
}
