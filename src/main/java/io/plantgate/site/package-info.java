/**
 * The site that runs here: start, commands, loading and checking of its routes.
 *
 * <p>The door is {@link io.plantgate.site.Plantgate}. What Camel does not notice in a route (a misspelt parameter, an error
 * policy that does not exist) is refused here before anything is received.
 */
package io.plantgate.site;
