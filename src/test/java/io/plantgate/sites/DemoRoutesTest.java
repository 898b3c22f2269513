package io.plantgate.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.plantgate.testing.GatewayTest;
import org.apache.camel.CamelContext;
import org.apache.camel.ServiceStatus;
import org.apache.camel.test.spring.junit5.CamelSpringBootTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@CamelSpringBootTest
class DemoRoutesTest extends GatewayTest {

    @Autowired
    private CamelContext camel;

    @Test
    void everyRouteOfTheDemoSiteRunsUnderANameOfItsOwn() {
        assertThat(camel.getRoutes())
                .extracting(route -> route.getRouteId())
                .contains("pumps-rest", "pumps-file", "alarms")
                .noneMatch(id -> id.startsWith("route"));
        assertThat(camel.getRoutes())
                .extracting(route -> camel.getRouteController().getRouteStatus(route.getRouteId()))
                .containsOnly(ServiceStatus.Started);
    }
}
