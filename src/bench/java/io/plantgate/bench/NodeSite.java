package io.plantgate.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The site of one of several nodes, on the repository's own templates and policies. A node takes part in each group of nodes
 * that is large enough for it: node 2 in those of two and of three. A group has a shared topic, and a queue.
 */
final class NodeSite {

    static final int IN_FLIGHT_MAX = 2_000;

    private static final String PROFILE = """
            contract: transition
            format: json
            identity:
              source: /source
              transitionId: /transitionId
              bootId: /bootId
            device:
              before: "/"
            sourceTime: /SourceTimestamp
            payload:
              fields: others
            effects:
              - name: post
                kind: erp-posting
                on: canonical
                late: plan
                recurrence: plan
            """;
    private static final String KIND = """
            channel: erp
            message: { json: ". " }
            unknown: { then: wait }
            """;
    // Effects are planned and held: what is measured is the way to the store.
    private static final String ERP = """
            - route:
                id: erp
                routeConfigurationId: effect
                from:
                  uri: effect
                  parameters:
                    channel: erp
                  steps:
                    - log:
                        id: erp-log
                        message: "${body}"
            """;

    private final Path routes;
    private final int node;

    private NodeSite(Path routes, int node) {
        this.routes = routes;
        this.node = node;
    }

    /** @param node from 1 on */
    static NodeSite write(Path routes, int node, int nodesMax) throws IOException {
        NodeSite site = new NodeSite(routes, node);
        site.copy("policies");
        site.copy("templates");
        site.write("pumps.profile.yaml", PROFILE);
        site.write("erp-posting.effect.yaml", KIND);
        site.write("erp.camel.yaml", ERP);
        site.route("rest", "rest-source");
        for (int group = node; group <= nodesMax; group++) {
            site.mqtt(group);
            site.amqp(group);
        }
        return site;
    }

    /** Shared by the nodes of a group; a device publishes on {@code group-2/PUMP-7/trip}. */
    static String topic(int group, String device) {
        return "group-" + group + "/" + device + "/trip";
    }

    static String queue(int group) {
        return "group-" + group;
    }

    private void mqtt(int group) throws IOException {
        route(
                "mqtt-" + group,
                "mqtt-source",
                "topic",
                "$share/gateways/" + topic(group, "+"),
                "inlet",
                "mqtt:group-" + group,
                "clientId",
                "node-" + node + "-group-" + group,
                "inFlightMax",
                Integer.toString(IN_FLIGHT_MAX));
    }

    private void amqp(int group) throws IOException {
        route(
                "amqp-" + group,
                "rabbitmq-source",
                "queue",
                queue(group),
                "inlet",
                "amqp:group-" + group,
                "deadLetterExchange",
                queue(group) + ".dlx",
                "declare",
                "true",
                "inFlightMax",
                Integer.toString(IN_FLIGHT_MAX));
    }

    private void route(String id, String template, String... parameters) throws IOException {
        StringBuilder yaml = new StringBuilder("""
                - templatedRoute:
                    routeId: pumps-%1$s
                    prefixId: pumps-%1$s-
                    routeTemplateRef: %2$s
                    parameters:
                      - name: profile
                        value: pumps
                """.formatted(id, template));
        for (int i = 0; i < parameters.length; i += 2) {
            yaml.append("      - name: %s\n        value: \"%s\"\n".formatted(parameters[i], parameters[i + 1]));
        }
        write(id + ".camel.yaml", yaml.toString());
    }

    private void copy(String folder) throws IOException {
        Path target = Files.createDirectories(routes.resolve(folder));
        try (Stream<Path> files = Files.list(Path.of("routes", folder))) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
        }
    }

    private void write(String name, String text) throws IOException {
        Path site = Files.createDirectories(routes.resolve("sites/bench"));
        Files.writeString(site.resolve(name), text);
    }

    /** The configuration of its process. */
    List<String> arguments(String databaseUrl, Path data, String mqttUrl, int amqpPort) {
        return List.of(
                "--plantgate.site=bench",
                "--plantgate.ledger.node=node-" + node,
                "--plantgate.effect.effects=hold",
                "--plantgate.routes-directory=" + routes,
                "--plantgate.data-directory=" + data,
                "--spring.datasource.url=" + databaseUrl,
                "--plantgate.inlet.mqtt.broker-url=" + mqttUrl,
                "--spring.rabbitmq.host=127.0.0.1",
                "--spring.rabbitmq.port=" + amqpPort,
                "--plantgate.web.security.users[0].name=integrator",
                "--plantgate.web.security.users[0].password={noop}demo",
                "--plantgate.web.security.users[0].roles=integrator");
    }
}
