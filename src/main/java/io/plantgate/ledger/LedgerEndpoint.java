package io.plantgate.ledger;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/** Records arrivals in the ledger and leaves what each turned out to be. Producer only. */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "ledger",
        title = "Plantgate Ledger",
        syntax = "ledger:operation",
        producerOnly = true,
        remote = false,
        category = {Category.DATABASE})
final class LedgerEndpoint extends DefaultEndpoint {

    @UriPath(description = "What to do; there is one operation.", enums = "record")
    @Metadata(required = true)
    private final String operation = "record";

    private final Ledger ledger;

    LedgerEndpoint(String uri, LedgerComponent component, Ledger ledger) {
        super(uri, component);
        this.ledger = ledger;
    }

    @Override
    public Producer createProducer() {
        return new LedgerProducer(this, ledger);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                "ledger:" + operation + " takes arrivals; it gives none. Use it in a to:.");
    }

    @Override
    public boolean isRemote() {
        return false;
    }
}
