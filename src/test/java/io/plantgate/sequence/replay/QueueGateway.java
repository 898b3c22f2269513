package io.plantgate.sequence.replay;

import static org.awaitility.Awaitility.await;

import io.plantgate.testing.GatewayProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.util.FileSystemUtils;

/** A gateway in a process of its own that reads queues of a real RabbitMQ. */
final class QueueGateway implements AutoCloseable {

    private static final Duration WITHIN = Duration.ofSeconds(180);

    private final Path site;
    private final GatewayProcess process;

    QueueGateway(Path directory, String databaseUrl, int rabbitPort) throws IOException {
        Path routes = directory.resolve("routes");
        for (String folder : List.of("policies", "templates")) {
            FileSystemUtils.copyRecursively(Path.of("routes", folder), routes.resolve(folder));
        }
        this.site = Files.createDirectories(routes.resolve("sites/queues"));
        this.process = new GatewayProcess(
                directory,
                List.of(
                        "--plantgate.site=queues",
                        "--plantgate.routes-directory=" + routes,
                        "--plantgate.data-directory=" + directory.resolve("data"),
                        "--spring.datasource.url=" + databaseUrl,
                        "--spring.rabbitmq.host=127.0.0.1",
                        "--spring.rabbitmq.port=" + rabbitPort,
                        "--plantgate.web.security.users[0].name=queues",
                        "--plantgate.web.security.users[0].password={noop}secret",
                        "--plantgate.web.security.users[0].roles=operator",
                        "--spring.main.banner-mode=off"));
    }

    /** A file of its site. */
    QueueGateway with(String file, String text) throws IOException {
        Files.writeString(site.resolve(file), text);
        return this;
    }

    /** A file of its site, as the how-to make-sequences prints it. */
    QueueGateway asPrinted(String file) throws IOException {
        String page = Files.readString(Path.of("src/docs/how-to/make-sequences.md"));
        Matcher shown = Pattern.compile("```yaml\\n( *)# \\S*/" + Pattern.quote(file) + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(page);
        if (!shown.find()) {
            throw new AssertionError("make-sequences.md shows no " + file);
        }
        return with(file, shown.group(2).replaceAll("(?m)^" + shown.group(1), ""));
    }

    /** Starts it and waits until it consumes. */
    void start() {
        process.start();
        await().atMost(WITHIN).until(process::isUp);
    }

    /** SIGKILL. */
    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
