package io.plantgate.ledger;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/**
 * The Camel component {@code ledger:record}: takes one arrival or an iterator of arrivals as body, and leaves the
 * decision. The {@link Ledger} is the one in the registry.
 */
@Component("ledger")
public final class LedgerComponent extends DefaultComponent {

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        // Visual editors write the operation as a parameter, people behind the colon.
        String written = getAndRemoveParameter(parameters, "operation", String.class);
        String operation = written == null ? remaining : written;
        if (!"record".equals(operation)) {
            throw new IllegalArgumentException(
                    "ledger:" + operation + " is not known; the only operation is ledger:record.");
        }
        Ledger ledger = getCamelContext().getRegistry().findSingleByType(Ledger.class);
        if (ledger == null) {
            throw new IllegalStateException("ledger:record needs a bean of type " + Ledger.class.getName() + ".");
        }
        return new LedgerEndpoint(uri, this, ledger);
    }
}
