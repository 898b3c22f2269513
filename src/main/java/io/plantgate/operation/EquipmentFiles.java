package io.plantgate.operation;

import io.plantgate.intake.YamlFinding;
import io.plantgate.intake.YamlFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The equipment of one folder, {@code NAME.equipment.yaml} each. Read again when a file changes; a text that is wrong is
 * refused and all stays as it was. A file that is gone takes the permission with it at once, whatever is wrong with others:
 * nothing new is asked there or sent; how to reach the equipment is remembered until this process ends, because operations
 * may still be open on it.
 */
public final class EquipmentFiles implements Plant {

    public static final String FILE_SUFFIX = ".equipment.yaml";

    private static final Logger LOG = LoggerFactory.getLogger(EquipmentFiles.class);

    private final Path folder;
    private final UnaryOperator<String> configured;
    private final Map<String, Driver> drivers;
    private volatile Map<String, String> texts;
    private volatile Map<String, EquipmentTarget> equipment;
    private volatile Set<String> gone = Set.of();
    private volatile List<YamlFinding> refused = List.of();

    private EquipmentFiles(
            Path folder, UnaryOperator<String> configured, Map<String, Driver> drivers, Map<String, String> texts) {
        this.folder = folder;
        this.configured = configured;
        this.drivers = drivers;
        this.texts = texts;
        this.equipment = parse(texts);
    }

    /**
     * Reads all equipment of a folder.
     *
     * @param configured the value of a placeholder's key, null if it has none
     * @param drivers look at what they will be asked to reach
     * @throws EquipmentRefusedException with all that is wrong in all files, if anything is
     */
    public static EquipmentFiles load(Path folder, UnaryOperator<String> configured, Collection<Driver> drivers) {
        Map<String, Driver> byProtocol = drivers.stream().collect(Collectors.toMap(Driver::protocol, each -> each));
        return new EquipmentFiles(folder, configured, byProtocol, texts(folder));
    }

    /** All that is wrong with the equipment of a folder as far as it can be told without drivers. */
    public static List<YamlFinding> findings(Path folder, UnaryOperator<String> configured) {
        try {
            new EquipmentFiles(folder, configured, Map.of(), texts(folder));
            return List.of();
        } catch (EquipmentRefusedException e) {
            return e.findings();
        }
    }

    /** Reads the folder again if anything in it changed; true if other equipment counts from now on. */
    @Override
    public boolean reload() {
        try {
            Map<String, String> now = texts(folder);
            if (now.equals(texts)) {
                return false;
            }
            texts = now;
            Set<String> missing = missing(now);
            takeAway(missing);
            Map<String, EquipmentTarget> all = new TreeMap<>(equipment);
            all.putAll(parse(now));
            equipment = Map.copyOf(all);
            gone = missing;
            refused = List.of();
            LOG.info("The equipment in {} was read again: {}.", folder, all.keySet());
            return true;
        } catch (EquipmentRefusedException e) {
            refused = e.findings();
            LOG.error("The changed equipment is refused, the old one stays:\n{}", e.getMessage());
            return false;
        } catch (RuntimeException | Error e) {
            // Whatever a file does: deadlines and claims hang on the timer that asks for this.
            LOG.error("The equipment cannot be read again now; it stays as it was.", e);
            return false;
        }
    }

    private Set<String> missing(Map<String, String> now) {
        Set<String> missing = new TreeSet<>(equipment.keySet());
        now.keySet().forEach(file -> missing.remove(YamlFolder.name(file, FILE_SUFFIX)));
        return Set.copyOf(missing);
    }

    // One that comes back is permitted again only as soon as its text is accepted.
    private void takeAway(Set<String> missing) {
        missing.stream()
                .filter(name -> !gone.contains(name))
                .forEach(name -> LOG.warn(
                        "{}: its file is gone from {}. Nothing new is asked or sent there; open operations are still looked"
                                + " after until this node stops.",
                        name,
                        folder));
        Set<String> all = new TreeSet<>(gone);
        all.addAll(missing);
        gone = Set.copyOf(all);
    }

    @Override
    public Set<String> gone() {
        return gone;
    }

    /** What is wrong with the newest texts; empty if they are in use. */
    List<YamlFinding> refused() {
        return refused;
    }

    @Override
    public Optional<EquipmentTarget> find(String name) {
        return Optional.ofNullable(equipment.get(name));
    }

    @Override
    public Collection<EquipmentTarget> all() {
        return new TreeMap<>(equipment).values();
    }

    /** What drivers see of all equipment, as it is now: for devices that speak on their own. */
    public List<Equipment> devices() {
        return all().stream().map(EquipmentTarget::device).toList();
    }

    private Map<String, EquipmentTarget> parse(Map<String, String> texts) {
        Map<String, EquipmentTarget> all = new TreeMap<>();
        List<YamlFinding> findings = new ArrayList<>();
        texts.forEach((file, text) -> {
            try {
                EquipmentTarget target = parse(file, text);
                check(file, target).ifPresentOrElse(findings::add, () -> all.put(target.name(), target));
            } catch (EquipmentRefusedException e) {
                findings.addAll(e.findings());
            } catch (StackOverflowError e) {
                findings.add(
                        new YamlFinding(file, 0, "nested too deeply, or an alias holds itself; write it out without"));
            }
        });
        findings.addAll(shared(all.values()));
        if (!findings.isEmpty()) {
            throw new EquipmentRefusedException(findings);
        }
        return all;
    }

    private List<YamlFinding> shared(Collection<EquipmentTarget> targets) {
        Map<String, String> owners = new HashMap<>();
        List<YamlFinding> findings = new ArrayList<>();
        for (EquipmentTarget target : targets) {
            places(target.device()).stream()
                    .filter(place -> owners.putIfAbsent(place, target.name()) != null)
                    .findFirst()
                    .ifPresent(place -> findings.add(new YamlFinding(
                            folder.resolve(target.name() + FILE_SUFFIX).toString(),
                            0,
                            "it writes to %s, and so does %s%s. Writes take turns by file: describe what is written there in one of them"
                                    .formatted(place, owners.get(place), FILE_SUFFIX))));
        }
        return findings;
    }

    private Set<String> places(Equipment device) {
        return drivers.containsKey(device.protocol())
                ? new TreeSet<>(drivers.get(device.protocol()).places(device))
                : Set.of();
    }

    private EquipmentTarget parse(String file, String text) {
        String name = YamlFolder.name(file, FILE_SUFFIX);
        if (!YamlFolder.isName(name)) {
            throw new EquipmentRefusedException(List.of(new YamlFinding(
                    file,
                    0,
                    "'" + name + "' is no name of equipment; expected: lower-case letters, digits, '.', '-', '_'")));
        }
        return EquipmentReader.read(name, file, text, configured);
    }

    private Optional<YamlFinding> check(String file, EquipmentTarget target) {
        if (drivers.isEmpty()) {
            return Optional.empty();
        }
        Driver driver = drivers.get(target.device().protocol());
        if (driver == null) {
            return Optional.of(new YamlFinding(
                    file,
                    0,
                    "protocol: '" + target.device().protocol() + "' has no driver; expected one of: "
                            + String.join(", ", new TreeMap<>(drivers).keySet())));
        }
        try {
            driver.check(target.device());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(new YamlFinding(file, 0, e.getMessage()));
        }
    }

    private static Map<String, String> texts(Path folder) {
        try {
            return new YamlFolder(folder, FILE_SUFFIX).texts();
        } catch (IOException e) {
            throw new EquipmentRefusedException(
                    List.of(new YamlFinding(folder.toString(), 0, "cannot be read as UTF-8: " + e)));
        }
    }
}
