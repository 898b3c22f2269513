package io.plantgate.bench;

import io.plantgate.delivery.erp.ErpSite;
import io.plantgate.effect.Answer;
import io.plantgate.effect.EffectExchange;
import io.plantgate.effect.EffectNode;
import io.plantgate.effect.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.TemplatedRouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;

/** Delivery routes for a channel: within the process, or over HTTP by the template as it stands in routes/. */
interface EffectRoutes {

    void addTo(DefaultCamelContext camel, EffectNode node) throws Exception;

    /** No HTTP: what the gateway and PostgreSQL cost alone. */
    static EffectRoutes inProcess(String channel, int concurrency, int answerMillis) {
        Executor later = CompletableFuture.delayedExecutor(answerMillis, TimeUnit.MILLISECONDS);
        return (camel, node) -> camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("effect:" + channel + "?concurrency=" + concurrency).process(exchange -> {
                    String document = answerMillis == 0
                            ? "DOC"
                            : CompletableFuture.supplyAsync(() -> "DOC", later).get();
                    EffectExchange.settle(
                            exchange, new Outcome.Delivered(document, new Answer("201", "{\"doc\":\"DOC\"}")));
                });
            }
        });
    }

    /** @param connections single or kept */
    static EffectRoutes http(Map<String, String> urls, String connections, int concurrency) {
        return (camel, node) -> {
            camel.getRegistry().bind("httpTargets", ErpSite.at(urls));
            for (String file : List.of("policies/effect", "templates/http-target")) {
                PluginHelper.getRoutesLoader(camel)
                        .loadRoutes(PluginHelper.getResourceLoader(camel)
                                .resolveResource("file:" + Path.of("routes", file + ".camel.yaml")));
            }
            for (String channel : urls.keySet()) {
                TemplatedRouteBuilder.builder(camel, "http-target")
                        .routeId(channel)
                        .parameter("channel", channel)
                        .parameter("connections", connections)
                        .parameter("concurrency", Integer.toString(concurrency))
                        .parameter("deliveredPointer", "/documentNumber")
                        .parameter("referencePointer", "/documentNumber")
                        .parameter("deadlineMillis", "600000")
                        .add();
            }
        };
    }
}
