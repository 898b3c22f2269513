package io.plantgate.event;

/**
 * What an event brings for a package of its own, which stores it in the transaction that decides the event. The ledger hands
 * it on and does not know what it is.
 */
public interface Attachment {

    /** Arrivals with equal keys at one inlet are decided in the order of their coming: a device, mostly. */
    String orderKey();
}
