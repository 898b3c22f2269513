package io.plantgate.inlet.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.http.MediaType;

/** Answers what Tomcat refuses before any servlet sees it: a problem with its status alone, in place of a page. */
final class ProblemReport extends ErrorReportValve {

    @Override
    protected void report(Request request, Response response, Throwable failure) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            byte[] problem =
                    "{\"type\":\"about:blank\",\"status\":%d}".formatted(status).getBytes(StandardCharsets.US_ASCII);
            response.getOutputStream().write(problem);
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            container.getLogger().debug("nobody is there to be told of the refusal", e);
        }
    }
}
