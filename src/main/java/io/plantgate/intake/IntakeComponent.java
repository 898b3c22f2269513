package io.plantgate.intake;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/**
 * The Camel component {@code intake:PROFILE}: turns bytes into arrivals. The {@link Profiles} are those in the registry;
 * so are the {@link SourcePermissions}, without which every credential may speak for every source.
 */
@Component("intake")
public final class IntakeComponent extends DefaultComponent {

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        Profiles profiles = getCamelContext().getRegistry().findSingleByType(Profiles.class);
        if (profiles == null) {
            throw new IllegalStateException(uri + " needs a bean of type " + Profiles.class.getName() + ".");
        }
        // Visual editors write the name as a parameter, people behind the colon.
        String written = getAndRemoveParameter(parameters, "profile", String.class);
        String name = written == null ? remaining : written;
        Profile profile = profiles.find(String.valueOf(name))
                .orElseThrow(() ->
                        new IllegalArgumentException(uri + ": there is no profile '" + name + "'. Expected is the file "
                                + name + ProfileFiles.FILE_SUFFIX + " in the site's folder; there are: " + profiles));
        return new IntakeEndpoint(uri, this, profile, new PermittedSources(permissions()));
    }

    private SourcePermissions permissions() {
        SourcePermissions found = getCamelContext().getRegistry().findSingleByType(SourcePermissions.class);
        return found == null ? (credential, source) -> true : found;
    }
}
