/**
 * Who may come in, and for what: HTTP Basic without sessions, users with roles, devices bound to their sources.
 *
 * <p>Everything is closed but the health check. Credentials come from the configuration only.
 */
package io.plantgate.web.security;
