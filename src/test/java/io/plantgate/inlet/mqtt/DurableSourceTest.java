package io.plantgate.inlet.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.plantgate.testing.TestDatabase;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.NestedExceptionUtils;

/** Settings under which messages would be lost are refused before anything connects, by name. */
class DurableSourceTest {

    private static final String RIGHT =
            "topic=plant/a&clientId=c&sessionExpiryInterval=60&receiveMaximum=100&inFlightMax=100";

    private static TestDatabase database;
    private static MqttNode node;

    @BeforeAll
    static void start() throws Exception {
        database = TestDatabase.fresh();
        node = new MqttNode(database.url(), "node-1", "tcp://127.0.0.1:1", Map.of(), UnaryOperator.identity());
    }

    @AfterAll
    static void end() {
        node.close();
        database.close();
    }

    @ParameterizedTest
    @Tag("C06")
    @CsvSource({
        "clientId=c, clientId=, clientId",
        "sessionExpiryInterval=60, sessionExpiryInterval=0, sessionExpiryInterval",
        "clientId=c, clientId=c&qos=0, qos",
        "clientId=c, clientId=c&qos=2, qos",
        "clientId=c, clientId=c&cleanStart=true, cleanStart",
        "receiveMaximum=100, receiveMaximum=101, receiveMaximum",
        "topic=plant/a, topic=, topic",
        "topic=plant/a, topic=plant/+, topic",
        "inFlightMax=100, inFlightMax=20001, plantgate.ledger.queue-arrivals-max",
    })
    void aSettingThatWouldLoseMessagesIsRefusedByName(String right, String wrong, String named) {
        Throwable refusal = catchThrowable(() -> node.camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("mqtt-source:pumps?" + RIGHT.replace(right, wrong))
                        .routeId("refused-" + wrong)
                        .to("intake:pumps")
                        .to("ledger:record");
            }
        }));

        assertThat(NestedExceptionUtils.getMostSpecificCause(refusal)).hasMessageContaining(named);
    }
}
