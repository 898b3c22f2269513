package io.plantgate.effect;

import io.plantgate.intake.YamlFinding;
import io.plantgate.intake.YamlFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kinds of one folder, {@code NAME.effect.yaml} each. Read again when a file changes; a text that is wrong is refused and
 * the kinds stay as they were, and so does a kind whose file is gone, because rows may still name it.
 */
public final class KindFiles implements Kinds {

    public static final String FILE_SUFFIX = ".effect.yaml";

    private static final Logger LOG = LoggerFactory.getLogger(KindFiles.class);

    private final Path folder;
    private volatile Map<String, String> texts;
    private volatile Map<String, Kind> kinds;
    private volatile List<YamlFinding> refused = List.of();

    private KindFiles(Path folder, Map<String, String> texts, Map<String, Kind> kinds) {
        this.folder = folder;
        this.texts = texts;
        this.kinds = kinds;
    }

    /**
     * Reads all kinds of a folder.
     *
     * @throws KindsRefusedException with all that is wrong in all files, if anything is
     */
    public static KindFiles load(Path folder) {
        Map<String, String> texts = texts(folder);
        return new KindFiles(folder, texts, parse(texts));
    }

    /** All that is wrong with the kinds of a folder; empty if they can be used. */
    public static List<YamlFinding> findings(Path folder) {
        try {
            load(folder);
            return List.of();
        } catch (KindsRefusedException e) {
            return e.findings();
        }
    }

    /** Reads the folder again if anything in it changed; true if other kinds count from now on. */
    @Override
    public boolean reload() {
        try {
            Map<String, String> now = texts(folder);
            if (now.equals(texts)) {
                return false;
            }
            texts = now;
            Map<String, Kind> all = new TreeMap<>(kinds);
            all.putAll(parse(now));
            kinds = Map.copyOf(all);
            refused = List.of();
            LOG.info("The kinds of effects in {} were read again: {}.", folder, all.keySet());
            return true;
        } catch (KindsRefusedException e) {
            refused = e.findings();
            LOG.error("The changed kinds of effects are refused, the old ones stay:\n{}", e.getMessage());
            return false;
        }
    }

    /** What is wrong with the newest texts; empty if they are in use. */
    List<YamlFinding> refused() {
        return refused;
    }

    @Override
    public Optional<Kind> find(String name) {
        return Optional.ofNullable(kinds.get(name));
    }

    @Override
    public Collection<Kind> all() {
        return new TreeMap<>(kinds).values();
    }

    private static Map<String, Kind> parse(Map<String, String> texts) {
        Map<String, Kind> kinds = new TreeMap<>();
        List<YamlFinding> findings = new ArrayList<>();
        texts.forEach((file, text) -> {
            try {
                Kind kind = parse(file, text);
                kinds.put(kind.name(), kind);
            } catch (KindsRefusedException e) {
                findings.addAll(e.findings());
            }
        });
        if (!findings.isEmpty()) {
            throw new KindsRefusedException(findings);
        }
        return kinds;
    }

    private static Kind parse(String file, String text) {
        String name = YamlFolder.name(file, FILE_SUFFIX);
        if (!YamlFolder.isName(name)) {
            throw new KindsRefusedException(List.of(new YamlFinding(
                    file,
                    0,
                    "'" + name + "' is no name of a kind; expected: lower-case letters, digits, '.', '-', '_'")));
        }
        return KindReader.read(name, file, text);
    }

    private static Map<String, String> texts(Path folder) {
        try {
            return new YamlFolder(folder, FILE_SUFFIX).texts();
        } catch (IOException e) {
            throw new KindsRefusedException(
                    List.of(new YamlFinding(folder.toString(), 0, "cannot be read as UTF-8: " + e)));
        }
    }
}
