package io.plantgate.embedded.erp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.delivery.erp.TargetAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The ERP as its client sees it, with the JDK's client. */
class SimulatedErpTest {

    private final SimulatedErp erp = SimulatedErp.start(0);
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        erp.close();
    }

    @Test
    void theSameKeyBooksOnceAndAnswersTheSameEachTime() throws Exception {
        HttpResponse<String> first = post("k", "{\"amount\":1}");
        HttpResponse<String> again = post("k", "{\"amount\":1}");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(erp.postings("k")).hasSize(1);
        assertThat(get("k").statusCode()).isEqualTo(200);
    }

    @Test
    void theSameKeyWithAnotherContentIsRefusedAndNoKeyIsToo() throws Exception {
        post("k", "{\"amount\":1}");

        assertThat(post("k", "{\"amount\":2}").statusCode()).isEqualTo(422);
        assertThat(post("", "{}").statusCode()).isEqualTo(400);
        assertThat(get("other").statusCode()).isEqualTo(404);
        assertThat(erp.postings()).hasSize(1);
    }

    @Test
    void aTurnEndsAsItIsToldAndTheNextIsWellAgain() throws Exception {
        erp.next(Turn.booksThen(Turn.Ending.RESETS), Turn.only(Turn.Ending.CLOSES));

        assertThatThrownBy(() -> post("k-1", "{}")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> post("k-2", "{}")).isInstanceOf(IOException.class);

        assertThat(erp.postings("k-1")).hasSize(1);
        assertThat(erp.postings("k-2")).isEmpty();
        assertThat(post("k-2", "{}").statusCode()).isEqualTo(201);
    }

    @Test
    void whatIsAcceptedIsBookedAfterItWasAskedFor() throws Exception {
        erp.next(Turn.acceptsFor(1));

        assertThat(post("k", "{}").statusCode()).isEqualTo(202);
        assertThat(get("k").statusCode()).isEqualTo(202);
        assertThat(erp.postings("k")).isEmpty();
        assertThat(get("k").statusCode()).isEqualTo(200);
    }

    @Test
    void whoHangsHearsNothingAndEndsWithTheErp() {
        erp.next(Turn.only(Turn.Ending.HANGS));

        HttpRequest hanging = request("k", "{}").timeout(Duration.ofMillis(200)).build();
        assertThatThrownBy(() -> client.send(hanging, BodyHandlers.ofString())).isInstanceOf(IOException.class);
    }

    @Test
    void itIsThereOnlyWhereTheConfigurationAsksForIt() {
        ApplicationContextRunner site =
                new ApplicationContextRunner().withUserConfiguration(SimulatedErpConfiguration.class);

        site.run(context -> assertThat(context).doesNotHaveBean(SimulatedErp.class));
        site.withPropertyValues("plantgate.simulator.erp.enabled=true", "plantgate.simulator.erp.lost-one-in=1")
                .run(context -> {
                    assertThat(context.getBeansOfType(TargetAddress.class).values())
                            .extracting(TargetAddress::target)
                            .containsExactlyInAnyOrder("erp", "erp-odata");
                    assertThatThrownBy(() -> client.send(
                                    HttpRequest.newBuilder(URI.create(context.getBean(SimulatedErp.class)
                                                    .postingsUrl()))
                                            .header("Idempotency-Key", "k")
                                            .POST(BodyPublishers.ofString("{}"))
                                            .build(),
                                    BodyHandlers.discarding()))
                            .isInstanceOf(IOException.class);
                });
    }

    private HttpResponse<String> post(String key, String body) throws Exception {
        return client.send(request(key, body).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String key, String body) {
        return HttpRequest.newBuilder(URI.create(erp.postingsUrl()))
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body));
    }

    private HttpResponse<String> get(String key) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(erp.postingsUrl() + "/" + key))
                        .build(),
                BodyHandlers.ofString());
    }
}
