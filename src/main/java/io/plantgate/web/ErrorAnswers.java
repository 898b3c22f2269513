package io.plantgate.web;

import io.plantgate.inlet.http.ProblemType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.web.servlet.error.ErrorController;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What was refused or failed in front of every controller, a firewalled path for one, as problem details too. */
@RestController
class ErrorAnswers implements ErrorController {

    @RequestMapping("${server.error.path:/error}")
    ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        return Problems.answer(problem(status instanceof Integer code ? code : 404));
    }

    private static ProblemDetail problem(int status) {
        return switch (status) {
            case 400 -> ProblemType.INVALID_REQUEST.because("The request is not well formed. Check its path and body.");
            case 404 -> ProblemType.NOT_FOUND.because("There is nothing at this path.");
            case 500 -> ProblemType.FAILED.because("The gateway failed at this request; its log says why.");
            default -> ProblemDetail.forStatus(HttpStatusCode.valueOf(status));
        };
    }
}
