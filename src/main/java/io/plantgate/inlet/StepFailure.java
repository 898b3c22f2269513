package io.plantgate.inlet;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.Reading;
import io.plantgate.event.ReasonCode;
import io.plantgate.intake.IntakeExchange;
import io.plantgate.intake.Profile;
import io.plantgate.intake.Profiles;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a delivery whose site's step kept failing before the ledger into an arrival in quarantine, so that it is kept and
 * its neighbours go on. Used by the policy {@code inlet} as the bean {@code plantgateStepFailure}.
 */
public final class StepFailure {

    private static final Logger LOG = LoggerFactory.getLogger(StepFailure.class);

    private final Profiles profiles;

    StepFailure(Profiles profiles) {
        this.profiles = profiles;
    }

    /** Replaces the body by the arrival in quarantine. */
    public void quarantine(Exchange exchange) {
        Delivery delivery = exchange.getProperty(IntakeExchange.DELIVERY, Delivery.class);
        Throwable cause = exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class);
        String route = exchange.getProperty(ExchangePropertyKey.FAILURE_ROUTE_ID, String.class);
        LOG.warn("{}: a step kept failing; its arrival goes to quarantine (STEP_FAILED)", route, cause);
        // The exception's own message stays in the log: a sender reads this reason.
        String detail = "a step of route %s failed: %s"
                .formatted(route, cause == null ? "unknown" : cause.getClass().getSimpleName());
        Reading reading = Reading.Undecodable.because(ReasonCode.STEP_FAILED, detail);
        exchange.getMessage().setBody(new Arrival(delivery, profile(exchange).version(), reading));
    }

    private Profile profile(Exchange exchange) {
        String name = exchange.getProperty(IntakeExchange.PROFILE, String.class);
        return profiles.find(name)
                .orElseThrow(() -> new IllegalStateException(
                        "route %s: no profile '%s' in the exchange property %s. Its template's first step must set it."
                                .formatted(exchange.getFromRouteId(), name, IntakeExchange.PROFILE)));
    }
}
