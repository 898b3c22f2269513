package io.plantgate.site.lint;

import java.util.stream.Stream;

/** One thing that Camel does not notice. */
@FunctionalInterface
interface Rule {

    Stream<Finding> check(SiteRoutes site);
}
