package io.plantgate.operation;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The equipment of the site that runs here, as it is now: a changed file counts from the next question on. */
interface Plant {

    Optional<EquipmentTarget> find(String name);

    Collection<EquipmentTarget> all();

    /** What of all that is there only for operations that are open on it: its file is gone, and so is the permission. */
    default Set<String> gone() {
        return Set.of();
    }

    /** All equipment that may be asked for. */
    default List<EquipmentTarget> permitted() {
        return all().stream().filter(target -> !gone().contains(target.name())).toList();
    }

    /** Equipment that may be asked for. */
    default Optional<EquipmentTarget> findPermitted(String name) {
        return find(name).filter(target -> !gone().contains(target.name()));
    }

    /** Looks whether files changed; true if others count from now on. */
    default boolean reload() {
        return false;
    }
}
