package io.plantgate.inlet.amqp;

import static io.plantgate.testing.PumpStation.trip;
import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.testing.GatewayTest;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.beans.factory.annotation.Autowired;

/** The demo site's queue in the whole gateway, on the embedded broker. */
class DemoQueueTest extends GatewayTest {

    @Autowired
    private RabbitTemplate broker;

    @Test
    void whatIsPublishedToThePlantsExchangeIsDecidedAndItsRoutingKeyIsKept() {
        awaitHealthy();
        for (int i = 0; i < 2; i++) {
            broker.convertAndSend(
                    "plant", "pumps.north", trip("T1", "B1", "High").replace("PUMP-07", "PUMP-QUEUE"));
        }
        List<String> decisions = Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(
                        () -> sql().sql(
                                        "select decision || ' ' || (facts ->> 'routing-key') from arrival a"
                                                + " join source using (source_id) where source = 'PUMP-QUEUE/Trip' order by arrival_id")
                                .query(String.class)
                                .list(),
                        found -> found.size() == 2);
        assertThat(decisions).containsExactly("CANONICAL pumps.north", "DUPLICATE pumps.north");
    }

    private void awaitHealthy() {
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(
                        as("viewer").getForObject("/actuator/health", String.class))
                .contains("\"amqp:pumps\":\"consumes, 0 in flight\""));
    }
}
