package io.plantgate.intake;

/** Which sources a credential may speak for. */
@FunctionalInterface
public interface SourcePermissions {

    /**
     * @param credential the name of a device or user, or null where the transport knows none
     * @param source the source of the event, as in its identity
     */
    boolean maySpeakFor(String credential, String source);
}
