package io.plantgate.operation;

import java.util.Collection;
import java.util.Optional;

/** The equipment of the site that runs here, as it is now: a changed file counts from the next question on. */
interface Plant {

    Optional<EquipmentTarget> find(String name);

    Collection<EquipmentTarget> all();

    /** Looks whether files changed; true if others count from now on. */
    default boolean reload() {
        return false;
    }
}
