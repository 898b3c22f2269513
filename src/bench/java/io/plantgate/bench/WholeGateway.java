package io.plantgate.bench;

import io.plantgate.site.Plantgate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.FileSystemUtils;

/** The whole gateway in this process, as its jar starts it, without simulated devices, on a free port and with a directory of its own. */
final class WholeGateway implements AutoCloseable {

    private final Path directory = Files.createTempDirectory("plantgate-bench-");
    private final ConfigurableApplicationContext context;

    /**
     * @param settings {@code --name=value}, as the jar takes them
     * @param before what is done to the context before any bean is made
     */
    WholeGateway(String jdbcUrl, List<String> settings, ApplicationContextInitializer<GenericApplicationContext> before)
            throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "--spring.datasource.url=" + jdbcUrl,
                "--server.port=0",
                "--plantgate.data-directory=" + directory,
                "--plantgate.simulator.enabled=false"));
        all.addAll(settings);
        SpringApplication application = new SpringApplication(Plantgate.class);
        application.addInitializers(before);
        context = application.run(all.toArray(String[]::new));
    }

    int port() {
        return ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    }

    /** Where it keeps inboxes. */
    Path directory() {
        return directory;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() throws IOException {
        context.close();
        FileSystemUtils.deleteRecursively(directory);
    }
}
