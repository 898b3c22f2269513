package io.plantgate.inlet.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.http.MediaType;

/** Answers what Tomcat refuses before any servlet sees it: a problem with its status, in place of a page. */
final class ProblemReport extends ErrorReportValve {

    private static final String NOT_A_PATH =
            ",\"detail\":\"The request line is not well formed. A name with a slash stands in no path, not even as %2F:"
                    + " ask by its key (@KEY), or with the name as a parameter (?operationId=).\"";

    @Override
    protected void report(Request request, Response response, Throwable failure) {
        int status = response.getStatus();
        if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            byte[] problem = "{\"type\":\"about:blank\",\"status\":%d%s}"
                    .formatted(status, status == 400 ? NOT_A_PATH : "")
                    .getBytes(StandardCharsets.US_ASCII);
            response.getOutputStream().write(problem);
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            container.getLogger().debug("nobody is there to be told of the refusal", e);
        }
    }
}
