package io.plantgate.site.lint;

import io.plantgate.effect.KindFiles;
import io.plantgate.intake.ProfileFiles;
import io.plantgate.operation.EquipmentFiles;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** YAML files that nothing reads, because their names do not say what they are. */
final class FileNames {

    private static final String REMEDY =
            "Name it NAME.camel.yaml (routes), NAME.profile.yaml (a profile), NAME.effect.yaml (a kind of effect),"
                    + " NAME.equipment.yaml (equipment), NAME.cases.yaml, or keep it in a folder payloads/.";

    private FileNames() {}

    static Stream<Finding> check(Stream<Path> files) {
        return files.filter(FileNames::isYaml)
                .filter(file -> endings().noneMatch(name(file)::endsWith))
                .filter(file -> !isPayload(file))
                .map(file -> new Finding(file, 0, "nothing reads a file of this name.", REMEDY));
    }

    private static Stream<String> endings() {
        return Stream.of(
                RouteLint.ROUTES,
                ProfileFiles.FILE_SUFFIX,
                KindFiles.FILE_SUFFIX,
                EquipmentFiles.FILE_SUFFIX,
                ".cases.yaml");
    }

    private static boolean isYaml(Path file) {
        return name(file).endsWith(".yaml") || name(file).endsWith(".yml");
    }

    private static boolean isPayload(Path file) {
        return StreamSupport.stream(file.spliterator(), false).anyMatch(part -> part.endsWith("payloads"));
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }
}
