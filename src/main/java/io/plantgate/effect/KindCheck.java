package io.plantgate.effect;

import io.plantgate.intake.YamlFinding;
import java.util.List;

/** Whether the kinds fit to the rest of the site, as the start checks it: profiles that name them, routes that consume. */
@FunctionalInterface
public interface KindCheck {

    /** All that would stop a start with the files as they are now; empty if nothing would. */
    List<YamlFinding> findings();
}
