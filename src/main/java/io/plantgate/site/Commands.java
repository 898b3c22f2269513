package io.plantgate.site;

import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The commands of the jar. They run without the gateway. */
@Command(
        name = "plantgate",
        description = "Starts the gateway. With a command, does that instead.",
        mixinStandardHelpOptions = true,
        versionProvider = Commands.Version.class,
        footer = {"", "Any setting can be given to the gateway as --name=value, for example --server.port=9090."})
final class Commands implements Runnable {

    /** Every command, one line each. */
    private static final List<Class<?>> COMMANDS =
            List.of(AcceptCommand.class, LintCommand.class, PasswordCommand.class);

    private static final Set<String> STANDARD_OPTIONS = Set.of("-h", "--help", "-V", "--version");

    private Commands() {}

    /** A word is a command, known or not; settings of the gateway begin with two dashes. */
    static boolean isCommand(String... args) {
        return args.length > 0 && (STANDARD_OPTIONS.contains(args[0]) || !args[0].startsWith("-"));
    }

    /** Runs the command and returns its exit code; 2 for a command line that is not understood. */
    static int run(String... args) {
        // Read once, by the first logger; without it the logging system prints everything.
        System.setProperty("logback.configurationFile", "io/plantgate/site/commands-logback.xml");
        CommandLine line = new CommandLine(new Commands());
        COMMANDS.forEach(line::addSubcommand);
        return line.execute(args);
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(new CommandLine(this), "No command was given.");
    }

    /** The version that Maven wrote into the jar's manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Commands.class.getPackage().getImplementationVersion();
            return new String[] {"plantgate " + (version == null ? "(not built into a jar)" : version)};
        }
    }
}
