package io.plantgate.delivery.sms;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Field;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.UriParam;
import org.junit.jupiter.api.Test;

/**
 * What editors read about {@code sms-centre:} is what the endpoint takes. The description is made anew by
 * {@code mvn org.apache.camel:camel-package-maven-plugin:4.17.0:generate}.
 */
class SmsCatalogueTest {

    private static final String DESCRIPTION = "/META-INF/io/plantgate/delivery/sms/sms-centre.json";

    @Test
    void everyOptionIsDescribedWithItsDefault() throws Exception {
        JsonNode described =
                new ObjectMapper().readTree(getClass().getResource(DESCRIPTION)).path("properties");
        SmsCentreComponent component = new SmsCentreComponent();
        component.setCamelContext(new DefaultCamelContext());
        SmsCentreEndpoint endpoint = new SmsCentreEndpoint("sms-centre:sms", component, "sms", null);

        Map<String, String> defaults = new TreeMap<>();
        for (Field field : SmsCentreEndpoint.class.getDeclaredFields()) {
            if (field.isAnnotationPresent(UriParam.class)) {
                field.setAccessible(true);
                defaults.put(field.getName(), field.get(endpoint).toString().toLowerCase(Locale.ROOT));
            }
        }

        assertThat(defaults).isNotEmpty();
        defaults.forEach((name, value) -> {
            assertThat(described.path(name).path("defaultValue").asText())
                    .as(name)
                    .isEqualTo(value);
            assertThat(described.path(name).path("description").asText())
                    .as(name)
                    .isNotBlank();
        });
        assertThat(described.fieldNames())
                .toIterable()
                .containsAll(defaults.keySet())
                .contains("channel");
    }
}
