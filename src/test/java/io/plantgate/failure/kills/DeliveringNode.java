package io.plantgate.failure.kills;

import io.plantgate.delivery.erp.ErpSite;
import io.plantgate.delivery.sms.SmsSite;
import io.plantgate.effect.EffectNode;
import io.plantgate.effect.EffectParts;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;

/**
 * The part of a gateway that delivers, in a process of its own: the component {@code effect:}, the templates http-target and
 * smpp-target as they stand in routes/, their HTTP and SMPP clients; no way in, no web, so that it starts in a second.
 * Arguments: its name, the database, the folder of the kinds, the ERP's address, the SMS centre's port.
 */
final class DeliveringNode {

    /** On standard output as soon as it delivers. */
    static final String DELIVERING = "DELIVERING";

    private DeliveringNode() {}

    public static void main(String[] arguments) throws Exception {
        EffectNode node = EffectNode.open(arguments[1], Path.of(arguments[2]), arguments[0]);
        DefaultCamelContext camel = new DefaultCamelContext();
        camel.getRegistry().bind("effects", node.effects());
        camel.getRegistry().bind("httpTargets", ErpSite.at(arguments[3]));
        camel.getRegistry()
                .bind(
                        "smsDelivery",
                        SmsSite.at(
                                Integer.parseInt(arguments[4]),
                                EffectParts.in(node.dataSource()),
                                node.effects().reports()));
        for (String file : List.of("policies/effect", "templates/http-target", "templates/smpp-target")) {
            PluginHelper.getRoutesLoader(camel)
                    .loadRoutes(PluginHelper.getResourceLoader(camel)
                            .resolveResource("file:" + Path.of("routes", file + ".camel.yaml")));
        }
        camel.start();
        route(
                camel,
                "erp",
                "http-target",
                Map.of("deliveredPointer", "/documentNumber", "referencePointer", "/documentNumber"));
        route(
                camel,
                "sms",
                "smpp-target",
                Map.of("roster", "maintenance", "referenceBits", "16", "askSeconds", "5", "throttledSeconds", "1"));
        System.out.println(DELIVERING);
        // Ends with the test that started it, whatever becomes of that.
        while (System.in.read() >= 0) {
            // Nothing is said.
        }
        Runtime.getRuntime().halt(0);
    }

    private static void route(DefaultCamelContext camel, String channel, String template, Map<String, String> more)
            throws Exception {
        Map<String, Object> parameters = new LinkedHashMap<>(more);
        parameters.put("channel", channel);
        parameters.put("concurrency", "4");
        parameters.put("leaseSeconds", Integer.toString(KillSite.LEASE_SECONDS));
        parameters.put("circuitFailurePercent", "101");
        TemplatedRouteBuilder.builder(camel, template)
                .routeId(channel)
                .parameters(parameters)
                .add();
    }
}
