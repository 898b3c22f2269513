package io.plantgate.effect;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/** The Camel component {@code effect:CHANNEL}. The {@link Effects} are those in the registry. */
@Component("effect")
public final class EffectComponent extends DefaultComponent {

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        Effects effects = getCamelContext().getRegistry().findSingleByType(Effects.class);
        if (effects == null) {
            throw new IllegalStateException(uri + " needs a bean of type " + Effects.class.getName() + ".");
        }
        // Visual editors write the name as a parameter, people behind the colon.
        String written = getAndRemoveParameter(parameters, "channel", String.class);
        EffectEndpoint endpoint = new EffectEndpoint(uri, this, effects, written == null ? remaining : written);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
