package io.plantgate.intake;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/** Turns bytes into arrivals by a profile of the site. Producer only. */
@UriEndpoint(
        firstVersion = "0.1.0",
        scheme = "intake",
        title = "Plantgate Intake",
        syntax = "intake:profile",
        producerOnly = true,
        remote = false,
        category = {Category.TRANSFORMATION})
final class IntakeEndpoint extends DefaultEndpoint {

    @UriPath(description = "Name of the profile: its file's name without .profile.yaml.", name = "profile")
    @Metadata(required = true)
    private final Profile profile;

    private final PermittedSources permitted;

    IntakeEndpoint(String uri, IntakeComponent component, Profile profile, PermittedSources permitted) {
        super(uri, component);
        this.profile = profile;
        this.permitted = permitted;
    }

    @Override
    public Producer createProducer() {
        return new IntakeProducer(this, profile, permitted);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                "intake:" + profile.name() + " takes bytes; it brings none. Use it in a to:.");
    }

    @Override
    public boolean isRemote() {
        return false;
    }
}
