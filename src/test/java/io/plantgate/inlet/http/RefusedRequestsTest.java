package io.plantgate.inlet.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Requests that nobody wants: each is answered with a problem, and nothing of the inside. */
class RefusedRequestsTest extends HttpGatewayTest {

    @ParameterizedTest
    @ValueSource(strings = {"source", "device", "transitionId", "bootId", "inlet"})
    void theCharacterNulIsAskedForInVain(String parameter) {
        isProblem(get("/api/events?" + parameter + "=a%00b"), 400, "invalid-request");
    }

    @Test
    void aTimeOutsideOfTheCalendarIsAskedForInVain() {
        isProblem(get("/api/events?from=%2B999999999-12-31T23:59:59Z"), 400, "invalid-request");
        isProblem(get("/api/events?to=-999999999-01-01T00:00:00Z"), 400, "invalid-request");
    }

    @Test
    void aPathThatTheFirewallRefusesIsAProblemToo() {
        isProblem(
                post("/api/events/pumps%0a", BodyPublishers.ofString("{}"), "application/json"),
                400,
                "invalid-request");
        isProblem(get("/api/events%0a?source=x"), 400, "invalid-request");
    }

    @Test
    void whatTheContainerRefusesBringsNoPage() {
        try (RawConnection connection = RawConnection.to(port)) {
            String answer = connection
                    .raw("GET /api/{events} HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .rest();

            assertThat(answer).startsWith("HTTP/1.1 400").doesNotContain("<html", "<!doctype", "Tomcat");
        }
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void headersThatAreTooLargeAreAProblemOfTheSenderAndNoErrorOfTheGateway(CapturedOutput log) {
        String framing = "Content-Length: 2\r\nX-Idempotency-Key: " + "k".repeat(9_000);
        try (RawConnection connection = RawConnection.to(port)) {
            String answer = connection
                    .raw(RawConnection.head("/api/scans", "application/json", framing) + "{}")
                    .rest();

            assertThat(answer).startsWith("HTTP/1.1 400");
            assertThat(log.getAll()).doesNotContain("Error processing request");
        }
    }

    @Test
    void aKeyThatStandsInTwoLinesMustBeTheSameInBoth() {
        String scan = "{\"scan_barcode\":\"SN-1\",\"scan_action\":\"pick\"}";

        isProblem(postScan(scan, "two-lines-a", "two-lines-b"), 400, "invalid-request");
        assertThat(postScan(scan, "two-lines-a", "two-lines-a").statusCode()).isEqualTo(201);
    }

    private HttpResponse<String> postScan(String scan, String... keys) {
        HttpRequest.Builder request = request("/api/scans", "integrator").POST(BodyPublishers.ofString(scan));
        Stream.of(keys).forEach(key -> request.header("X-Idempotency-Key", key));
        return send(request);
    }

    @Test
    void aBadlyChunkedBodyIsAProblem() {
        try (RawConnection connection = RawConnection.post(port, "/api/events/pumps", "application/json")) {
            String answer = connection.raw("zz\r\n{}\r\n").rest();

            assertThat(answer)
                    .startsWith("HTTP/1.1 400")
                    .contains("application/problem+json", "urn:plantgate:problem:");
        }
    }

    @Test
    void aBodyThatEndsBeforeItsLengthIsAProblem() {
        try (RawConnection connection = RawConnection.to(port)) {
            String answer = connection
                    .raw(RawConnection.head("/api/events/pumps", "application/json", "Content-Length: 100") + "{\"sou")
                    .endOfInput()
                    .rest();

            assertThat(answer)
                    .startsWith("HTTP/1.1 400")
                    .contains("application/problem+json", "urn:plantgate:problem:");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data; boundary=X",
                "application/x-www-form-urlencoded",
                "application/x-www-form-urlencoded; charset=UTF-8"
            })
    void noFormIsTakenApartBeforeItsBytesAreKept(String contentType) {
        String bytes = "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb=c&d=e\r\n--X--\r\n";

        HttpResponse<String> answer = post("/api/events/pumps", BodyPublishers.ofString(bytes), contentType);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(sql().sql("select convert_from(raw, 'UTF8') from arrival where arrival_id = ?")
                        .param(json(answer).get("arrivalId").asLong())
                        .query(String.class)
                        .single())
                .isEqualTo(bytes);
    }

    private static void isProblem(HttpResponse<String> answer, int status, String type) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(json(answer).get("type").asText()).isEqualTo("urn:plantgate:problem:" + type);
    }
}
