package io.plantgate.site;

import io.plantgate.site.lint.Finding;
import java.util.List;
import java.util.stream.Collectors;

/** The site's routes have faults that Camel would start with. */
final class RoutesRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RoutesRefusedException(List<Finding> findings) {
        super(findings.stream().map(Finding::toString).collect(Collectors.joining("\n")));
    }
}
