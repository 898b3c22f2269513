package io.plantgate.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.stereotype.Component;

/** The arrows between packages, and what stays outside of which: {@code web, site, embedded → … → event}. */
@AnalyzeClasses(packages = "io.plantgate", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String[] OUTERMOST = {"web", "site", "embedded"};
    private static final String[] WAYS_IN_AND_OUT = {"inlet", "scan", "operation", "delivery", "report"};
    private static final String[] PEOPLE = {"worklist"};
    private static final String[] FOUNDATIONS = {"sequence", "effect", "ledger", "intake"};

    @ArchTest
    static final ArchRule waysInAndOutKnowNothingOfTheOutermost = noneOf(WAYS_IN_AND_OUT, OUTERMOST);

    @ArchTest
    static final ArchRule theWorkListKnowsNothingOfTheWaysInAndOut = noneOf(PEOPLE, OUTERMOST, WAYS_IN_AND_OUT);

    @ArchTest
    static final ArchRule foundationsKnowNothingAboveThem = noneOf(FOUNDATIONS, OUTERMOST, WAYS_IN_AND_OUT, PEOPLE);

    @ArchTest
    static final ArchRule theLedgerAndIntakeDoNotKnowEachOther =
            noneOf(new String[] {"ledger"}, new String[] {"intake"});

    @ArchTest
    static final ArchRule intakeAndTheLedgerDoNotKnowEachOther =
            noneOf(new String[] {"intake"}, new String[] {"ledger"});

    @ArchTest
    static final ArchRule featuresAreFreeOfCycles = SlicesRuleDefinition.slices()
            .matching("io.plantgate.(*)..")
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule eventsAreValuesOfTheJdkAlone = noClasses()
            .that()
            .resideInAPackage("io.plantgate.event..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("io.plantgate.event..", "java..")
            .because("a value that needs a framework cannot be read without it");

    @ArchTest
    static final ArchRule theRuleOfSequencesRunsWhereverAStreamIs = noClasses()
            .that()
            .resideInAPackage("io.plantgate.sequence")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("io.plantgate.sequence", "java..")
            .because("the same classes go to a Flink cluster, in a jar without Spring");

    @ArchTest
    static final ArchRule intakeLooksAtBytesOnly = noClasses()
            .that()
            .resideInAnyPackage("io.plantgate.intake..", "io.plantgate.event..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.springframework.jdbc..", "org.postgresql..")
            .because("what an arrival is, only the ledger's transaction can tell");

    @ArchTest
    static final ArchRule nothingSleeps = noClasses()
            .that()
            // A committer pauses between two tries, and its stop interrupts that.
            .doNotHaveFullyQualifiedName("io.plantgate.ledger.Committer")
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class, int.class)
            .orShould()
            .callMethod(TimeUnit.class, "sleep", long.class)
            .because("whoever sleeps cannot be stopped or told that what it waits for is there");

    @ArchTest
    static final ArchRule packagesSayWhatTheyHold = noClasses()
            .should()
            .resideInAnyPackage(packages(
                    "util", "utils", "impl", "manager", "common", "helper", "helpers", "service", "services", "misc"))
            .because("a name that fits everything explains nothing");

    @ArchTest
    static final ArchRule classesSayWhatTheyAre = noClasses()
            .should()
            .haveNameMatching(".*(Manager|Helper|Utils?|Impl|Common|Service)")
            .because("a name that fits everything explains nothing");

    @ArchTest
    static void springFindsConfigurationsByTheirNameAndTheRestByTheirImports(JavaClasses classes) {
        Set<Class<?>> imported = classes.stream()
                .filter(type -> type.isAnnotatedWith(Import.class))
                .flatMap(type ->
                        Arrays.stream(type.getAnnotationOfType(Import.class).value()))
                .collect(Collectors.toSet());
        assertThat(classes.stream()
                        .filter(type -> type.isMetaAnnotatedWith(Component.class))
                        .filter(type -> !type.isMetaAnnotatedWith(SpringBootConfiguration.class))
                        .filter(type -> !type.getSimpleName().endsWith("Configuration"))
                        .map(JavaClass::reflect))
                .as("a start reads *Configuration.class alone; name it so, or let a configuration @Import it")
                .isNotEmpty()
                .isSubsetOf(imported);
    }

    private static ArchRule noneOf(String[] from, String[]... forbidden) {
        String[] targets = Arrays.stream(forbidden).flatMap(Arrays::stream).toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAnyPackage(packages(from))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages(targets))
                .allowEmptyShould(true);
    }

    private static String[] packages(String... names) {
        return Arrays.stream(names).map(name -> "io.plantgate.." + name + "..").toArray(String[]::new);
    }
}
