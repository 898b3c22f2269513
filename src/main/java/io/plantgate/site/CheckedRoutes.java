package io.plantgate.site;

import io.plantgate.site.lint.Finding;
import io.plantgate.site.lint.RouteLint;
import java.util.List;
import org.springframework.beans.factory.InitializingBean;

/** Refuses to start on routes with findings. Made before Camel starts, like every bean. */
final class CheckedRoutes implements InitializingBean {

    private final SiteSettings settings;
    private final RouteLint lint;

    CheckedRoutes(SiteSettings settings, RouteLint lint) {
        this.settings = settings;
        this.lint = lint;
    }

    @Override
    public void afterPropertiesSet() {
        List<Finding> findings = lint.check(settings.site());
        if (!findings.isEmpty()) {
            throw new RoutesRefusedException(findings);
        }
    }
}
