/**
 * Servers for the first minutes: what a newcomer would otherwise have to install.
 *
 * <p>Each is a real server speaking its real protocol. Any configured address switches its embedded stand-in off.
 */
package io.plantgate.embedded;
