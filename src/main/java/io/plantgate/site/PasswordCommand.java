package io.plantgate.site;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.concurrent.Callable;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Makes of a password what a site's configuration keeps of it. Never takes it as an argument, which others could list. */
@Command(
        name = "password",
        description = "Reads a password from the terminal, or a line from standard input, and prints it as the"
                + " configuration keeps it: {bcrypt}…",
        mixinStandardHelpOptions = true)
final class PasswordCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        String password = read();
        if (password == null || password.isBlank()) {
            return refuse("No password was given. Type one, or send a line to standard input.");
        }
        try {
            command.commandLine()
                    .getOut()
                    .println(PasswordEncoderFactories.createDelegatingPasswordEncoder()
                            .encode(password));
            return 0;
        } catch (IllegalArgumentException e) {
            // bcrypt reads no more than 72 bytes; the rest would not count.
            return refuse("The password is refused: " + e.getMessage() + ". Choose a shorter one.");
        }
    }

    private static String read() throws IOException {
        Console console = System.console();
        if (console != null) {
            char[] typed = console.readPassword("Password: ");
            return typed == null ? null : new String(typed);
        }
        return new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
    }

    private int refuse(String why) {
        command.commandLine().getErr().println(why);
        return 2;
    }
}
