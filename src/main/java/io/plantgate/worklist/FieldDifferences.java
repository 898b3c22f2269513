package io.plantgate.worklist;

import io.plantgate.intake.Profile;
import io.plantgate.intake.Profiles;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** Shows what two contents under one name differ in, field by field, made anew from the kept bytes on each reading. */
public final class FieldDifferences {

    private final Profiles profiles;

    public FieldDifferences(Profiles profiles) {
        this.profiles = profiles;
    }

    /** The payload fields of kept bytes as text by name; empty if no profile reads them any more. */
    public Map<String, String> fields(Evidence evidence) {
        return profile(evidence)
                .filter(profile -> evidence.readableAgain())
                .map(profile -> profile.fields(evidence.kept()))
                .orElse(Map.of());
    }

    /** Fields whose text differs, in the order of their names. */
    public List<Difference> between(Evidence first, Evidence other) {
        Map<String, String> firstFields = fields(first);
        Map<String, String> otherFields = fields(other);
        TreeSet<String> names = new TreeSet<>(firstFields.keySet());
        names.addAll(otherFields.keySet());
        return names.stream()
                .map(name -> new Difference(name, firstFields.get(name), otherFields.get(name)))
                .filter(difference -> !Objects.equals(difference.first(), difference.other()))
                .toList();
    }

    private Optional<Profile> profile(Evidence evidence) {
        return Optional.ofNullable(evidence.profile()).flatMap(version -> profiles.find(version.profile()));
    }

    /**
     * One field that differs.
     *
     * @param first what the canonical arrival says, or null where it lacks the field
     * @param other what the other arrival says, or null where it lacks the field
     */
    public record Difference(String field, String first, String other) {}
}
