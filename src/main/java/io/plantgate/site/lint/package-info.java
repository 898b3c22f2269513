/**
 * Reads a site's routes for what Camel itself does not notice, before anything is received.
 *
 * <p>The door is {@link io.plantgate.site.lint.RouteLint}. Files are read as YAML with places; no route is started.
 * Every finding says where, what, and what to do.
 */
package io.plantgate.site.lint;
