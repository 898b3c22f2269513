package io.plantgate.effect;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The kinds of the site that runs here, as they are now: a changed file counts from the next claim on. */
interface Kinds {

    Optional<Kind> find(String name);

    Collection<Kind> all();

    /** Looks whether the kinds changed; true if others count from now on. */
    default boolean reload() {
        return false;
    }

    default List<Kind> ofChannel(String channel) {
        return all().stream().filter(kind -> kind.channel().equals(channel)).toList();
    }
}
