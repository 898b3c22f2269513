package io.plantgate.inlet;

import org.apache.camel.Exchange;
import org.apache.camel.spi.HeaderFilterStrategy;

/** Lets no header in that steers Camel's endpoints. Set it on any endpoint that receives: {@code #plantgateDoor}. */
final class DoorFilter implements HeaderFilterStrategy {

    @Override
    public boolean applyFilterToCamelHeaders(String name, Object value, Exchange exchange) {
        return TransportFacts.steersCamel(name);
    }

    @Override
    public boolean applyFilterToExternalHeaders(String name, Object value, Exchange exchange) {
        return TransportFacts.steersCamel(name);
    }
}
