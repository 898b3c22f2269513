package io.plantgate.web;

import io.plantgate.inlet.http.ProblemType;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What nobody foresaw, once every other advice has passed: 500 without a word of the inside. */
@Order(Ordered.LOWEST_PRECEDENCE)
@RestControllerAdvice
class InnerFailures {

    private static final Logger LOG = LoggerFactory.getLogger(InnerFailures.class);
    // "Data exception" of ISO/IEC 9075-2: the character NUL, a time outside of the calendar that PostgreSQL keeps.
    private static final String DATA_EXCEPTION = "22";

    @ExceptionHandler
    ResponseEntity<ProblemDetail> outsideOfPostgresql(DataIntegrityViolationException e) {
        return isDataException(e.getMostSpecificCause())
                ? Problems.answer(ProblemType.INVALID_REQUEST.because("A value cannot be stored, so nothing has it: "
                        + "leave the character NUL out, and ask for times between the years -4712 and 294276."))
                : failed(e);
    }

    // An OutOfMemoryError arrives here as the cause of a ServletException.
    @ExceptionHandler
    ResponseEntity<ProblemDetail> failed(Exception e) {
        LOG.error("A request failed.", e);
        return Problems.answer(ProblemType.FAILED.because("The gateway failed at this request; its log says why."));
    }

    private static boolean isDataException(Throwable cause) {
        return cause instanceof SQLException sql
                && sql.getSQLState() != null
                && sql.getSQLState().startsWith(DATA_EXCEPTION);
    }
}
