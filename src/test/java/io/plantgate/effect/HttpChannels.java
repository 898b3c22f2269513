package io.plantgate.effect;

import io.plantgate.delivery.erp.HttpTargets;
import java.nio.file.Path;
import java.util.List;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;

/** Channels to targets over HTTP, by the template as it stands in routes/. */
final class HttpChannels {

    private HttpChannels() {}

    static DefaultCamelContext start(Effects effects, HttpTargets targets, String... channels) throws Exception {
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.getRegistry().bind("effects", effects);
        camel.getRegistry().bind("httpTargets", targets);
        for (String file : List.of("policies/effect", "templates/http-target")) {
            PluginHelper.getRoutesLoader(camel)
                    .loadRoutes(PluginHelper.getResourceLoader(camel)
                            .resolveResource("file:" + Path.of("routes", file + ".camel.yaml")));
        }
        camel.start();
        for (String channel : channels) {
            TemplatedRouteBuilder.builder(camel, "http-target")
                    .routeId(channel)
                    .parameter("channel", channel)
                    .parameter("deliveredPointer", "/documentNumber")
                    .parameter("referencePointer", "/documentNumber")
                    .parameter("deadlineMillis", "600000")
                    .add();
        }
        return camel;
    }
}
