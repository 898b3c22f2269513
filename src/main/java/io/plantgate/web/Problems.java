package io.plantgate.web;

import io.plantgate.effect.EffectsUnreachableException;
import io.plantgate.inlet.http.ProblemType;
import io.plantgate.operation.OperationsUnreachableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Failures as problem details (RFC 9457). What an inner exception says stays in the log. */
@Order(0)
@RestControllerAdvice
class Problems {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);
    private static final String RETRY_AFTER_SECONDS = "5";

    @ExceptionHandler
    ResponseEntity<ProblemDetail> invalid(InvalidRequestException e) {
        return answer(ProblemType.INVALID_REQUEST.because(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> missing(MissingServletRequestParameterException e) {
        return answer(ProblemType.INVALID_REQUEST.because(e.getParameterName() + ": missing."));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> mistyped(MethodArgumentTypeMismatchException e) {
        return answer(ProblemType.INVALID_REQUEST.because(e.getName() + ": " + Expected.of(e.getRequiredType())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> unreadable(HttpMessageNotReadableException e) {
        return answer(ProblemType.INVALID_REQUEST.because(BodyFault.detail(e.getCause())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notThere(NotThereException e) {
        return answer(ProblemType.NOT_FOUND.because(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notKept(NotKeptException e) {
        return answer(ProblemType.NOT_KEPT.because(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> purged(PurgedException e) {
        return answer(ProblemType.PURGED.because(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> noSuchPath(NoResourceFoundException e) {
        return answer(
                ProblemType.NOT_FOUND.because(
                        "There is nothing at this path. Those that exist start with "
                                + "/api/events, /api/arrivals, /api/work-items, /api/effects, /api/effect-channels, /api/effect-switch, /api/operations, /api/equipment, /api/summaries, /api/boot-generations, /api/imports, /api/scans, /api/scan-devices, /api/sequences."));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> otherMethod(HttpRequestMethodNotSupportedException e) {
        return answer(
                ProblemType.METHOD_NOT_ALLOWED.because(
                        "This path takes " + String.join(", ", e.getSupportedMethods()) + "."),
                e.getHeaders());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> otherContent(HttpMediaTypeNotSupportedException e) {
        return answer(
                ProblemType.CONTENT_TYPE.because("The body is read as JSON only. Send Content-Type: application/json."),
                e.getHeaders());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> otherAnswer(HttpMediaTypeNotAcceptableException e) {
        return answer(ProblemType.NOT_ACCEPTABLE.because("Answers are JSON. Send Accept: application/json."));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> tooWide(QueryTimeoutException e) {
        return answer(ProblemType.SEARCH_TOO_WIDE.because(
                "PostgreSQL did not finish in time. Name a source or a device, or a shorter time from … to."));
    }

    @ExceptionHandler({
        CannotGetJdbcConnectionException.class,
        TransientDataAccessResourceException.class,
        EffectsUnreachableException.class,
        OperationsUnreachableException.class
    })
    ResponseEntity<ProblemDetail> storeIsAway(RuntimeException e) {
        LOG.warn("a question found no database", e);
        ProblemDetail problem = ProblemType.NOT_READY.because("The store does not answer. Ask again later.");
        return ResponseEntity.status(problem.getStatus())
                .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
        return answer(problem, HttpHeaders.EMPTY);
    }

    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem, HttpHeaders headers) {
        return ResponseEntity.status(problem.getStatus())
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
