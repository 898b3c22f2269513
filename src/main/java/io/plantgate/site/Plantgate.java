package io.plantgate.site;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The door of the jar: a command if the first argument is one, else the gateway. */
@SpringBootApplication(scanBasePackages = "io.plantgate")
public class Plantgate {

    public static void main(String[] args) {
        if (Commands.isCommand(args)) {
            System.exit(Commands.run(args));
        }
        SpringApplication.run(Plantgate.class, args);
    }
}
