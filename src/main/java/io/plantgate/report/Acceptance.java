package io.plantgate.report;

import io.plantgate.intake.Profile;
import io.plantgate.ledger.Ledger;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Takes an acceptance file through the real intake and the real ledger, and shows what became of each arrival with the
 * row and the query that prove it. Nothing is shown from memory: every line is read back from PostgreSQL.
 */
public final class Acceptance {

    private static final String PAGE = "report.html";
    private static final String ROWS = "report.csv";
    private static final String QUERIES = "queries.sql";

    private final AcceptanceImport imports;
    private final ReportReading reading;

    /**
     * @param store the migrated database of the ledger
     * @param profile reads every line; its effect rules are not followed
     */
    public Acceptance(DataSource store, Ledger ledger, Profile profile) {
        this.imports = new AcceptanceImport(profile, ledger);
        this.reading = new ReportReading(JdbcClient.create(store), profile);
    }

    /**
     * Imports, prints, and writes {@code report.html}, {@code report.csv} and {@code queries.sql}.
     *
     * @param directory made if missing; files of an earlier run are replaced
     * @return false if an expectation was given and any line is not as expected
     */
    public boolean run(AcceptanceInput input, PrintWriter out, Path directory)
            throws IOException, InterruptedException {
        AcceptanceReport report = report(input);
        ConsoleReport.print(report, out);
        write(report, directory);
        out.println();
        out.println("Report: " + directory.resolve(PAGE) + ", " + ROWS + ", " + QUERIES);
        out.flush();
        return report.comparison().map(Comparison::matches).orElse(true);
    }

    AcceptanceReport report(AcceptanceInput input) throws InterruptedException {
        return reading.read(input, imports.run(input.fileName(), input.arrivals()));
    }

    static void write(AcceptanceReport report, Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve(PAGE), HtmlReport.of(report));
        Files.writeString(directory.resolve(QUERIES), QueriesFile.of(report));
        CsvReport.write(report, directory.resolve(ROWS));
    }
}
