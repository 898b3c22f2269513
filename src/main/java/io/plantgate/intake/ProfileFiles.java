package io.plantgate.intake;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The profiles of one folder, {@code NAME.profile.yaml} each. */
public final class ProfileFiles implements Profiles {

    public static final String FILE_SUFFIX = ".profile.yaml";

    private static final String NAME_FORM = "[a-z0-9][a-z0-9._-]{0,62}";
    private static final String ACCEPTANCE = "acceptance";

    private final String folder;
    private final Map<String, Profile> profiles;

    private ProfileFiles(String folder, Map<String, Profile> profiles) {
        this.folder = folder;
        this.profiles = Map.copyOf(profiles);
    }

    /**
     * Reads all profiles of a folder.
     *
     * @throws ProfilesRefusedException with all that is wrong in all files, if anything is
     */
    public static ProfileFiles load(Path folder) {
        List<YamlFinding> findings = new ArrayList<>();
        Map<String, Profile> profiles = new TreeMap<>();
        for (Path file : filesIn(folder)) {
            try {
                Profile profile = read(file);
                profiles.put(profile.name(), profile);
            } catch (ProfilesRefusedException e) {
                findings.addAll(e.findings());
            }
        }
        if (!findings.isEmpty()) {
            throw new ProfilesRefusedException(findings);
        }
        return new ProfileFiles(folder.toString(), profiles);
    }

    /** Profiles that were read one by one. */
    public static Profiles of(Profile... profiles) {
        Map<String, Profile> byName = new TreeMap<>();
        for (Profile profile : profiles) {
            byName.put(profile.name(), profile);
        }
        return new ProfileFiles("", byName);
    }

    /** All that is wrong with the profiles of a folder; empty if they can be used. */
    public static List<YamlFinding> findings(Path folder) {
        try {
            load(folder);
            return List.of();
        } catch (ProfilesRefusedException e) {
            return e.findings();
        }
    }

    /**
     * Reads one profile.
     *
     * @throws ProfilesRefusedException with all that is wrong with it
     */
    public static Profile read(Path file) {
        String fileName = file.getFileName().toString();
        String name = fileName.endsWith(FILE_SUFFIX)
                ? fileName.substring(0, fileName.length() - FILE_SUFFIX.length())
                : fileName;
        try {
            return parse(name, file.toString(), Files.readString(file));
        } catch (IOException e) {
            String problem = "cannot be read as UTF-8: " + e;
            throw new ProfilesRefusedException(List.of(new YamlFinding(file.toString(), 0, problem)));
        }
    }

    /**
     * Makes a profile of its text.
     *
     * @param file what findings call it
     * @throws ProfilesRefusedException with all that is wrong with it
     */
    public static Profile parse(String name, String file, String text) {
        if (!name.matches(NAME_FORM)) {
            throw new ProfilesRefusedException(List.of(new YamlFinding(
                    file,
                    0,
                    "'" + name + "' is no profile name; expected: lower-case letters, digits, '.', '-', '_'")));
        }
        return ProfileReader.read(name, file, text);
    }

    /** The built-in profile of the acceptance cases. */
    public static Profile acceptance() {
        String resource = ACCEPTANCE + FILE_SUFFIX;
        try (InputStream in = ProfileFiles.class.getResourceAsStream(resource)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return parse(ACCEPTANCE, "classpath:io/plantgate/intake/" + resource, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<Profile> find(String name) {
        return Optional.ofNullable(profiles.get(name));
    }

    @Override
    public Collection<Profile> all() {
        return new TreeMap<>(profiles).values();
    }

    @Override
    public String toString() {
        return folder + new TreeMap<>(profiles).keySet();
    }

    private static List<Path> filesIn(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(FILE_SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
