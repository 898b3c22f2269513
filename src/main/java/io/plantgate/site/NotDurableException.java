package io.plantgate.site;

import io.plantgate.site.DurabilityCheck.WeakSetting;
import java.util.List;
import java.util.stream.Collectors;

/** PostgreSQL is set so that it may lose what was acknowledged. */
final class NotDurableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotDurableException(List<WeakSetting> weak) {
        super(weak.stream().map(NotDurableException::sentence).collect(Collectors.joining(" ")));
    }

    private static String sentence(WeakSetting weak) {
        return "PostgreSQL runs with %s = %s (set by: %s).".formatted(weak.name(), weak.setting(), weak.source());
    }
}
