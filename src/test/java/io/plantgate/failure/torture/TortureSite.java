package io.plantgate.failure.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A site with one profile, one effect rule and every way in, on the repository's own templates and policies. */
final class TortureSite {

    static final String USER = "torture:secret";

    private static final String PROFILE = """
            description: Trips of pumps. The field n names the publication and is no part of the payload.
            contract: transition
            format: json
            identity:
              source: /source
              transitionId: /transitionId
              bootId: /bootId
            device:
              before: "/"
            payload:
              fields: [severity, value]
            fields:
              severity: text
              value: number
            effects:
              - name: post
                kind: erp-posting
                on: canonical
                late: plan
                recurrence: plan
            """;

    /** Small, so that it can be filled. */
    static final int SMALL_QUEUE = 400;

    private static final String KIND = """
            channel: erp
            message: { json: ". " }
            unknown: { then: wait }
            """;

    // Effects are held here: what is tortured is their planning.
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

    private final Path directory;
    private final int queueArrivalsMax;

    /** @param queueArrivalsMax bound on each of the ledger's queues */
    TortureSite(Path directory, int queueArrivalsMax) {
        this.directory = directory;
        this.queueArrivalsMax = queueArrivalsMax;
        copy("policies");
        copy("templates");
        write("pumps.profile.yaml", PROFILE);
        write("erp-posting.effect.yaml", KIND);
        write("erp.camel.yaml", ERP);
        route("pumps-rest", "rest-source");
        route(
                "pumps-file",
                "file-source",
                "directory",
                inbox().toString(),
                "framing",
                "json-lines",
                "complete",
                "rename",
                "pollMillis",
                "200");
    }

    Path inbox() {
        return directory.resolve("data/inbox/pumps");
    }

    /** What each broker's way in may have in flight, so that both fit the queue and leave room for HTTP. */
    int inFlightMax() {
        return queueArrivalsMax * 3 / 8;
    }

    /** Adds an instance of a template; parameters as name, value, name, value. */
    void route(String id, String template, String... parameters) {
        StringBuilder yaml = new StringBuilder("""
                - templatedRoute:
                    routeId: %1$s
                    prefixId: %1$s-
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

    /** The gateway's configuration for this site, on that database. */
    List<String> arguments(String databaseUrl) {
        String[] user = USER.split(":");
        return new ArrayList<>(List.of(
                "--plantgate.site=torture",
                "--plantgate.effect.effects=hold",
                "--plantgate.routes-directory=" + directory.resolve("routes"),
                "--plantgate.data-directory=" + directory.resolve("data"),
                "--spring.datasource.url=" + databaseUrl,
                "--plantgate.web.security.users[0].name=" + user[0],
                "--plantgate.web.security.users[0].password={noop}" + user[1],
                "--plantgate.web.security.users[0].roles=operator",
                "--plantgate.ledger.queue-arrivals-max=" + queueArrivalsMax,
                "--plantgate.ledger.chunk-arrivals-max=100",
                "--plantgate.inlet.file.retry-seconds=1",
                "--plantgate.inlet.http.quarantined-per-minute-max=1000000",
                "--spring.main.banner-mode=off"));
    }

    private void copy(String folder) {
        Path target = directory.resolve("routes").resolve(folder);
        try (Stream<Path> files = Files.list(Path.of("routes", folder))) {
            Files.createDirectories(target);
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
            Files.createDirectories(inbox());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String name, String text) {
        try {
            Path site = Files.createDirectories(directory.resolve("routes/sites/torture"));
            Files.writeString(site.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
