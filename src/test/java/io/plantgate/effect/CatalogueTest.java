package io.plantgate.effect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;

/**
 * What editors read about {@code effect:} is what the endpoint takes. The description is made anew by
 * {@code mvn org.apache.camel:camel-package-maven-plugin:4.17.0:generate}.
 */
class CatalogueTest {

    private static final String DESCRIPTION = "/META-INF/io/plantgate/effect/effect.json";

    @Test
    void everyOptionIsDescribedWithItsDefault() throws Exception {
        JsonNode described =
                new ObjectMapper().readTree(getClass().getResource(DESCRIPTION)).path("properties");
        EffectComponent component = new EffectComponent();
        component.setCamelContext(new DefaultCamelContext());
        EffectEndpoint endpoint = new EffectEndpoint("effect:erp", component, null, "erp");

        Map<String, String> defaults = new TreeMap<>();
        for (Field field : EffectEndpoint.class.getDeclaredFields()) {
            if (field.getType() == int.class && !Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                defaults.put(field.getName(), Integer.toString(field.getInt(endpoint)));
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
        long own = Arrays.stream(new String[] {"bridgeErrorHandler", "exceptionHandler", "exchangePattern", "channel"})
                .filter(described::has)
                .count();
        assertThat(described.size()).isEqualTo(defaults.size() + (int) own);
    }
}
