package io.plantgate.intake;

import java.util.Collection;
import java.util.Optional;

/** The profiles of the site that runs here. */
public interface Profiles {

    Optional<Profile> find(String name);

    Collection<Profile> all();
}
