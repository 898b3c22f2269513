/**
 * The HTTP inlet: bytes posted to {@code /api/events/{profile}}, answered after the commit that decides them.
 *
 * <p>The doors outwards are {@link io.plantgate.inlet.http.ProblemType}, the one list of everything that can go wrong over
 * HTTP, and {@link io.plantgate.inlet.http.PostDoor}, for paths that answer otherwise. A post becomes an exchange on {@code direct:rest-PROFILE}; no container thread waits for the ledger, and streams
 * are read by a bounded pool of their own.
 */
package io.plantgate.inlet.http;
