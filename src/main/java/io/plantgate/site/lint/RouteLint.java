package io.plantgate.site.lint;

import io.plantgate.effect.KindFiles;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.intake.YamlFinding;
import io.plantgate.operation.EquipmentFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads a site's routes, and the policies and templates that they use, for what Camel does not notice. */
public final class RouteLint {

    static final String ROUTES = ".camel.yaml";

    private static final Node NOTHING = new ScalarNode(Tag.NULL, "", null, null, ScalarStyle.PLAIN);

    private final Path routesDirectory;
    private final List<Rule> rules;
    private final Predicate<String> configured;

    /**
     * @param routesDirectory holds {@code policies}, {@code templates} and {@code sites}
     * @param receivedByCode names of {@code direct:} endpoints whose routes are written in Java
     * @param configured true for a key of the configuration with which the site would start
     * @param values of that configuration by key, null for a key that is not set
     */
    public RouteLint(
            Path routesDirectory,
            Set<String> receivedByCode,
            Predicate<String> configured,
            UnaryOperator<String> values) {
        this.routesDirectory = routesDirectory;
        this.configured = configured;
        this.rules = List.of(
                new RouteIdRule(),
                new PolicyRule(),
                new TemplateRule(),
                new ParameterValueRule(),
                new PlaceholderRule(configured),
                new SchemeRule(),
                new NodeIdRule(),
                new DirectRule(receivedByCode),
                new ProfileNameRule(),
                new EffectRule(),
                new EquipmentEffectRule(),
                new EmptyTargetRule(values),
                new CanonicalUriRule(),
                new AroundLedgerRule(),
                new IdempotentConsumerRule());
    }

    /** The sites that are there, by name. */
    public static List<String> sites(Path routesDirectory) {
        Path sites = routesDirectory.resolve("sites");
        if (!Files.isDirectory(sites)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(sites)) {
            return folders.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything that is wrong with one site, in the order of files and lines; empty if nothing is. */
    public List<Finding> check(String site) {
        Path siteDirectory = routesDirectory.resolve("sites").resolve(site);
        if (!Files.isDirectory(siteDirectory)) {
            return List.of(new Finding(siteDirectory, 0, "the site has no folder.", noFolderRemedy()));
        }
        List<Finding> findings = new ArrayList<>();
        SiteRoutes routes = routes(siteDirectory, findings);
        rules.stream().flatMap(rule -> rule.check(routes)).forEach(findings::add);
        FileNames.check(allFiles(siteDirectory, "")).forEach(findings::add);
        ProfileFiles.findings(siteDirectory).stream().map(RouteLint::finding).forEach(findings::add);
        KindFiles.findings(siteDirectory).stream().map(RouteLint::finding).forEach(findings::add);
        EquipmentFiles.findings(siteDirectory, key -> configured.test(key) ? key : null).stream()
                .map(RouteLint::finding)
                .forEach(findings::add);
        findings.sort(Comparator.comparing(Finding::file).thenComparing(Finding::line));
        return findings;
    }

    /** Of {@link #check} what kinds of effects have to do with, themselves or with the profiles and routes that belong to them. */
    public List<Finding> kinds(String site) {
        Path siteDirectory = routesDirectory.resolve("sites").resolve(site);
        List<Finding> findings = new ArrayList<>();
        SiteRoutes routes = routes(siteDirectory, findings);
        Stream.of(new EffectRule(), new EquipmentEffectRule())
                .flatMap(rule -> rule.check(routes))
                .forEach(findings::add);
        findings.sort(Comparator.comparing(Finding::file).thenComparing(Finding::line));
        return findings;
    }

    private SiteRoutes routes(Path siteDirectory, List<Finding> findings) {
        List<Yaml> files =
                routeFiles(siteDirectory).flatMap(file -> read(file, findings)).toList();
        return new SiteRoutes(
                files, named(siteDirectory, ProfileFiles.FILE_SUFFIX), named(siteDirectory, KindFiles.FILE_SUFFIX));
    }

    /** Where a route of the site stands, as {@code file:line}; empty for a route without such an id. */
    public Optional<String> place(String site, String routeId) {
        Path siteDirectory = routesDirectory.resolve("sites").resolve(site);
        List<Yaml> files = routeFiles(siteDirectory)
                .flatMap(file -> read(file, new ArrayList<>()))
                .toList();
        return new SiteRoutes(files, Map.of(), Map.of())
                .routes().stream()
                        .filter(route -> routeId.equals(route.id()))
                        .map(route -> route.place().file() + ":" + route.place().line())
                        .findFirst();
    }

    private String noFolderRemedy() {
        List<String> sites = sites(routesDirectory);
        return sites.isEmpty()
                ? "Start where the folder 'routes' lies, or set plantgate.routes-directory."
                : "Sites here: " + sites + ".";
    }

    private Stream<Path> routeFiles(Path siteDirectory) {
        return allFiles(siteDirectory, ROUTES);
    }

    private Stream<Path> allFiles(Path siteDirectory, String ending) {
        return Stream.of(routesDirectory.resolve("policies"), routesDirectory.resolve("templates"), siteDirectory)
                .flatMap(directory -> files(directory, ending).stream());
    }

    private static Finding finding(YamlFinding finding) {
        return new Finding(Path.of(finding.file()), finding.line(), finding.message(), "");
    }

    /** Files of one ending by name; one that cannot be read is there, and its own reader says what is wrong with it. */
    private static Map<String, Yaml> named(Path siteDirectory, String suffix) {
        Map<String, Yaml> named = new TreeMap<>();
        for (Path file : files(siteDirectory, suffix)) {
            String name = file.getFileName().toString().replace(suffix, "");
            named.put(name, read(file, new ArrayList<>()).findFirst().orElse(new Yaml(file, NOTHING)));
        }
        return named;
    }

    private static Stream<Yaml> read(Path file, List<Finding> findings) {
        try {
            return Yaml.read(file).stream();
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
            findings.add(new Finding(file, line, "not YAML: " + e.getProblem() + ".", ""));
        } catch (YAMLException | IOException e) {
            findings.add(new Finding(file, 0, "cannot be read: " + e.getMessage(), ""));
        }
        return Stream.empty();
    }

    private static List<Path> files(Path directory, String ending) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
