/**
 * Profiles: how one source's bytes become events, with the effects its rules name, or a reason why not.
 *
 * <p>The door is {@link io.plantgate.intake.Profile} and the Camel component {@code intake:PROFILE}. Intake looks at bytes
 * only: it never asks the database, and never decides what an arrival is.
 */
package io.plantgate.intake;
