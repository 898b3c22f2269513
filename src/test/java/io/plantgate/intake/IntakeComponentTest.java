package io.plantgate.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.Event;
import io.plantgate.event.RawBytes;
import io.plantgate.event.Reading.Undecodable;
import io.plantgate.event.ReasonCode;
import io.plantgate.intake.Profile.StreamOrigin;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntakeComponentTest {

    private static final String TRIP =
            "{\"source\":\"PUMP-07/Trip\",\"transitionId\":\"T91\",\"bootId\":\"B17\",\"value\":%s}";
    private static final SourcePermissions OWN_PUMP =
            (credential, source) -> credential == null || source.startsWith(credential + "/");

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private ProducerTemplate template;

    @BeforeEach
    void start() {
        camel.getRegistry().bind("profiles", Profiles.class, ProfileFiles.of(ProfileFiles.acceptance()));
        camel.getRegistry().bind("permissions", SourcePermissions.class, OWN_PUMP);
        camel.start();
        template = camel.createProducerTemplate();
    }

    @AfterEach
    void stop() throws Exception {
        camel.close();
    }

    @Test
    void deliveryBecomesAnArrivalWithTheBytesAsTheyCame() {
        Delivery delivery = delivery(TRIP.formatted("12.5"), null);
        Arrival arrival =
                intake(IntakeExchange.DELIVERY, delivery, delivery.raw().kept());
        assertThat(arrival.reading()).isInstanceOf(Event.class);
        assertThat(arrival.delivery()).isEqualTo(delivery);
    }

    @Test
    void bodyChangedByAStepIsReadAndTheBytesAsTheyCameAreKept() {
        Delivery delivery = delivery("PUMP-07;Trip;12.5", null);
        Arrival arrival = intake(IntakeExchange.DELIVERY, delivery, TRIP.formatted("12.5"));
        assertThat(((Event) arrival.reading()).identity().transitionId()).isEqualTo("T91");
        assertThat(arrival.delivery().raw()).isEqualTo(delivery.raw());
        assertThat(arrival.delivery().facts()).containsEntry("transformed", "true");
    }

    @Test
    void equalBytesInAnotherBodyAreNotTakenForAChange() {
        Delivery delivery = delivery(TRIP.formatted("12.5"), null);
        Arrival arrival = intake(IntakeExchange.DELIVERY, delivery, TRIP.formatted("12.5"));
        assertThat(arrival.delivery().facts()).isEmpty();
    }

    @Test
    void sourceThatItsCredentialMayNotSpeakForIsKeptInQuarantine() {
        Delivery delivery = delivery(TRIP.formatted("12.5"), "PUMP-08");
        Arrival arrival =
                intake(IntakeExchange.DELIVERY, delivery, delivery.raw().kept());
        Undecodable refused = (Undecodable) arrival.reading();
        assertThat(refused.reason().code()).isEqualTo(ReasonCode.SOURCE_NOT_ALLOWED);
        assertThat(refused.reason().detail()).contains("PUMP-08", "PUMP-07/Trip");
        assertThat(arrival.delivery().raw()).isEqualTo(delivery.raw());
    }

    @Test
    void streamBecomesArrivalsAndIsClosedWithItsExchange() {
        boolean[] closed = new boolean[1];
        byte[] bytes = Readings.utf8("[" + TRIP.formatted("1") + "," + TRIP.formatted("2") + "]");
        InputStream in = new ByteArrayInputStream(bytes) {
            @Override
            public void close() {
                closed[0] = true;
            }
        };
        assertThat(streamed(in)).hasSize(2).allMatch(arrival -> arrival.reading() instanceof Event);
        assertThat(closed[0]).isTrue();
    }

    @Test
    void fileIsReadAsItIs(@TempDir Path folder) throws Exception {
        File file = Files.writeString(folder.resolve("a.json"), TRIP.formatted("\"Grün\""))
                .toFile();
        List<Arrival> arrivals = streamed(file);
        assertThat(arrivals).hasSize(1);
        assertThat(arrivals.get(0).delivery().raw().kept()).isEqualTo(Files.readAllBytes(file.toPath()));
    }

    @Test
    void routeWithoutATemplatesFirstStepIsToldWhatIsMissing() {
        Exchange exchange =
                template.request("intake:acceptance", e -> e.getMessage().setBody("{}"));
        assertThat(exchange.getException())
                .hasMessageContaining("intake:acceptance")
                .hasMessageContaining(IntakeExchange.DELIVERY)
                .hasMessageContaining("routes/templates");
    }

    @Test
    void unknownProfileIsRefusedWhenTheRouteIsMade() {
        assertThatThrownBy(() -> camel.getEndpoint("intake:pumpz"))
                .rootCause()
                .hasMessageContaining("pumpz.profile.yaml")
                .hasMessageContaining("acceptance");
    }

    private Arrival intake(String property, Object value, Object body) {
        Exchange exchange = template.request("intake:acceptance", e -> {
            e.setProperty(property, value);
            e.getMessage().setBody(body);
        });
        assertThat(exchange.getException()).isNull();
        return exchange.getMessage().getBody(Arrival.class);
    }

    private List<Arrival> streamed(Object body) {
        List<Arrival> arrivals = new ArrayList<>();
        try {
            camel.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:in").to("intake:acceptance").process(e -> e.getMessage()
                            .getBody(ArrivalStream.class)
                            .forEachRemaining(arrivals::add));
                }
            });
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        StreamOrigin origin = new StreamOrigin(Readings.ARRIVED, "file:in", Map.of(), null);
        template.sendBodyAndProperty("direct:in", body, IntakeExchange.STREAM_ORIGIN, origin);
        return arrivals;
    }

    private static Delivery delivery(String text, String credential) {
        return new Delivery(Readings.ARRIVED, "test:in", RawBytes.whole(Readings.utf8(text)), Map.of(), credential);
    }
}
