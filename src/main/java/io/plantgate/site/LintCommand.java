package io.plantgate.site;

import io.plantgate.site.lint.Finding;
import io.plantgate.site.lint.RouteLint;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.springframework.core.env.Environment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what is wrong in the routes of one site or of all; exit code 1 if anything is. */
@Command(
        name = "lint",
        description = "Checks the routes of a site for what Camel does not notice. Starts nothing.",
        mixinStandardHelpOptions = true)
final class LintCommand implements Callable<Integer> {

    @Option(names = "--site", paramLabel = "NAME", description = "Only this site; by default all that are there.")
    private String site;

    @Option(
            names = "--routes",
            paramLabel = "DIR",
            defaultValue = "routes",
            description = "Holds policies, templates and sites; default: ${DEFAULT-VALUE}.")
    private Path routes;

    @Option(
            names = "--received-by-code",
            paramLabel = "NAME",
            split = ",",
            description = "direct: endpoints whose routes are written in Java.")
    private Set<String> receivedByCode = Set.of();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<String> sites = site == null ? RouteLint.sites(routes) : List.of(site);
        List<Finding> findings = new ArrayList<>();
        sites.forEach(name -> findings.addAll(lint(name).check(name)));
        PrintWriter out = spec.commandLine().getOut();
        findings.stream().distinct().forEach(out::println);
        if (sites.isEmpty()) {
            out.println(routes.resolve("sites") + ": no site is there.");
        } else if (findings.isEmpty()) {
            out.println("No findings: " + String.join(", ", sites));
        }
        return sites.isEmpty() || !findings.isEmpty() ? 1 : 0;
    }

    private RouteLint lint(String name) {
        Environment environment = SiteEnvironment.of(name);
        return new RouteLint(routes, receivedByCode, environment::containsProperty, environment::getProperty);
    }
}
