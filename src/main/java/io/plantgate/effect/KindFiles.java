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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kinds of one folder, {@code NAME.effect.yaml} each. Read again when a file changes; a text that is wrong, or with which
 * the gateway would not start, is refused and the kinds stay as they were. A kind whose file is gone is not used any more, like
 * after a start without it: its open effects stay as they are until the file is back or a person has decided.
 */
public final class KindFiles implements Kinds {

    public static final String FILE_SUFFIX = ".effect.yaml";

    private static final Logger LOG = LoggerFactory.getLogger(KindFiles.class);

    private final Path folder;
    private final KindCheck check;
    private volatile Map<String, String> texts;
    private volatile Map<String, Kind> kinds;
    private volatile List<YamlFinding> refused = List.of();

    private KindFiles(Path folder, KindCheck check, Map<String, String> texts, Map<String, Kind> kinds) {
        this.folder = folder;
        this.check = check;
        this.texts = texts;
        this.kinds = kinds;
    }

    /**
     * Reads all kinds of a folder.
     *
     * @throws KindsRefusedException with all that is wrong in all files, if anything is
     */
    public static KindFiles load(Path folder) {
        return load(folder, List::of);
    }

    /**
     * Reads all kinds of a folder.
     *
     * @param check asked before changed kinds are used; who loads them has checked the site already
     * @throws KindsRefusedException with all that is wrong in all files, if anything is
     */
    static KindFiles load(Path folder, KindCheck check) {
        Map<String, String> texts = texts(folder);
        return new KindFiles(folder, check, texts, parse(texts));
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

    /**
     * Reads the folder again if anything in it changed, or if its last state was refused: what was wrong with that may have
     * stood in another file. True if other kinds count from now on.
     */
    @Override
    public boolean reload() {
        try {
            Map<String, String> now = texts(folder);
            if (now.equals(texts) && refused.isEmpty()) {
                return false;
            }
            use(now, parse(now));
            return true;
        } catch (KindsRefusedException e) {
            if (!e.findings().equals(refused)) {
                LOG.error("The changed kinds of effects are refused, the old ones stay:\n{}", e.getMessage());
            }
            refused = e.findings();
            return false;
        }
    }

    private void use(Map<String, String> now, Map<String, Kind> all) {
        List<YamlFinding> findings = check.findings();
        if (!findings.isEmpty()) {
            throw new KindsRefusedException(findings);
        }
        Set<String> gone = new TreeSet<>(kinds.keySet());
        gone.removeAll(all.keySet());
        texts = now;
        kinds = withoutNewOnesOfOldTexts(all);
        refused = List.of();
        LOG.info("The kinds of effects in {} were read again: {}.", folder, all.keySet());
        if (!gone.isEmpty()) {
            LOG.warn("The kinds of effects {} are gone: their open effects wait until their files are back.", gone);
        }
    }

    // What is known of a template, e.g. that it does not end, stays known as long as its text does.
    private Map<String, Kind> withoutNewOnesOfOldTexts(Map<String, Kind> all) {
        Map<String, Kind> now = new TreeMap<>(all);
        now.replaceAll((name, kind) -> {
            Kind old = kinds.get(name);
            return old != null && old.definition().equals(kind.definition()) ? old : kind;
        });
        return Map.copyOf(now);
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
