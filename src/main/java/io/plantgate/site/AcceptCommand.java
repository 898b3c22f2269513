package io.plantgate.site;

import io.plantgate.embedded.EmbeddedDatabase;
import io.plantgate.intake.Profile;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.intake.ProfilesRefusedException;
import io.plantgate.report.AcceptanceInput;
import io.plantgate.report.AcceptanceStore;
import io.plantgate.report.MalformedFileException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Proves on recorded arrivals what the gateway decides. */
@Command(
        name = "accept",
        mixinStandardHelpOptions = true,
        description = "Imports recorded arrivals, prints what each turned out to be with the SQL that shows it, and"
                + " writes report.html, report.csv and queries.sql. Effects are never planned.",
        exitCodeOnExecutionException = AcceptCommand.STORE_FAILED,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every line is as expected, or nothing was expected",
            "1:a line is not as expected",
            "2:the command line or a file is wrong",
            "3:the store failed"
        })
final class AcceptCommand implements Callable<Integer> {

    static final int AS_EXPECTED = 0;
    static final int NOT_AS_EXPECTED = 1;
    static final int WRONG_INPUT = 2;
    static final int STORE_FAILED = 3;

    @Parameters(paramLabel = "FILE", description = "JSON lines, one arrival each: arrivalAt and either payload or raw.")
    private Path file;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description = "A profile's file, NAME.profile.yaml. Default: the built-in acceptance profile.")
    private Path profile;

    @Option(
            names = "--expected",
            paramLabel = "EXPECTED.csv",
            description = "The decision that each line must get: columns line, decision, duplicate_of_line.")
    private Path expected;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "acceptance-report",
            description = "Where the report is written. Default: ${DEFAULT-VALUE}.")
    private Path directory;

    @Option(
            names = "--database",
            paramLabel = "JDBC_URL",
            description = "A PostgreSQL to import into, as jdbc:postgresql://HOST/DATABASE. Default: a fresh embedded"
                    + " one that goes at the end.")
    private String database;

    @Option(names = "--user", paramLabel = "USER", description = "User of that PostgreSQL.")
    private String user;

    @Option(
            names = "--password",
            paramLabel = "PASSWORD",
            defaultValue = "${env:PLANTGATE_DATABASE_PASSWORD}",
            description = "Its password; better in the variable PLANTGATE_DATABASE_PASSWORD, which no list of processes"
                    + " shows.")
    private String password;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws InterruptedException {
        try {
            // Both files and the profile are read first: a mistake in them must not cost the start of a database.
            AcceptanceInput input = AcceptanceInput.read(file, Optional.ofNullable(expected));
            Profile reader = profile == null ? ProfileFiles.acceptance() : ProfileFiles.read(profile);
            return run(input, reader) ? AS_EXPECTED : NOT_AS_EXPECTED;
        } catch (MalformedFileException | ProfilesRefusedException e) {
            return say(e.getMessage(), WRONG_INPUT);
        } catch (NoSuchFileException e) {
            return say("There is no file " + e.getMessage() + ".", WRONG_INPUT);
        } catch (IOException e) {
            return say("A file cannot be read or written: " + e.getMessage(), WRONG_INPUT);
        } catch (SQLException e) {
            return say("The database refuses: " + e.getMessage(), STORE_FAILED);
        }
    }

    private boolean run(AcceptanceInput input, Profile reader) throws IOException, SQLException, InterruptedException {
        if (database != null) {
            return run(input, reader, database, user, password);
        }
        try (EmbeddedDatabase embedded = EmbeddedDatabase.startFresh()) {
            return run(input, reader, embedded.jdbcUrl(), null, null);
        }
    }

    private boolean run(AcceptanceInput input, Profile reader, String url, String asUser, String withPassword)
            throws IOException, SQLException, InterruptedException {
        PrintWriter out = command.commandLine().getOut();
        try (AcceptanceStore store = AcceptanceStore.open(url, asUser, withPassword, reader)) {
            return store.acceptance().run(input, out, directory);
        }
    }

    private int say(String message, int exitCode) {
        command.commandLine().getErr().println(message);
        return exitCode;
    }
}
