package io.plantgate.effect;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets exchanges out to one target: a circuit that opens when too many fail, and a rate. */
final class Gate {

    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

    private static final long REFRESH_MILLIS = 100;

    private final CircuitBreaker circuit;
    private final RateLimiter rate;
    private volatile Instant openUntil;

    Gate(ChannelTerms terms) {
        this.circuit = CircuitBreaker.of(terms.channel(), config(terms));
        if (terms.circuit().failurePercent() > 100) {
            // At its own bound of 100 it would still open where all fail.
            circuit.transitionToDisabledState();
        }
        circuit.getEventPublisher()
                .onStateTransition(event -> turned(event.getStateTransition().getToState(), terms));
        this.rate = terms.ratePerSecond() == 0 ? null : RateLimiter.of(terms.channel(), rate(terms.ratePerSecond()));
    }

    private void turned(CircuitBreaker.State to, ChannelTerms terms) {
        openUntil = to == CircuitBreaker.State.OPEN
                ? Instant.now().plusMillis(terms.circuit().openMillis())
                : null;
        if (to == CircuitBreaker.State.OPEN) {
            LOG.warn(
                    "{}: its target fails; the circuit is open, it is left alone until {}.",
                    terms.channel(),
                    openUntil);
        } else if (to == CircuitBreaker.State.CLOSED) {
            LOG.info("{}: its target answers again; the circuit is closed.", terms.channel());
        }
    }

    static CircuitBreakerConfig config(ChannelTerms terms) {
        ChannelTerms.Circuit circuit = terms.circuit();
        return CircuitBreakerConfig.custom()
                .clock(new PassingTime())
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(circuit.calls())
                .minimumNumberOfCalls(circuit.calls())
                .failureRateThreshold(Math.min(100, circuit.failurePercent()))
                .waitDurationInOpenState(Duration.ofMillis(circuit.openMillis()))
                .permittedNumberOfCallsInHalfOpenState(Math.max(1, Math.min(3, circuit.calls())))
                // Whatever becomes of those few, the circuit is asked again.
                .maxWaitDurationInHalfOpenState(Duration.ofMillis(terms.attemptMillisMax()))
                .build();
    }

    // Below ten a second the permits of a tenth of a second would be none.
    private static RateLimiterConfig rate(int perSecond) {
        boolean slow = perSecond < 1_000 / REFRESH_MILLIS;
        return RateLimiterConfig.custom()
                .limitForPeriod(slow ? 1 : (int) (perSecond * REFRESH_MILLIS / 1_000))
                .limitRefreshPeriod(Duration.ofMillis(slow ? 1_000 / perSecond : REFRESH_MILLIS))
                .timeoutDuration(Duration.ZERO)
                .build();
    }

    /** How many of the wanted exchanges may go out now. What is not used is {@link #giveBack given back}. */
    int let(int wanted) {
        int allowed = rate == null
                ? wanted
                : Math.min(wanted, Math.max(0, rate.getMetrics().getAvailablePermissions()));
        int let = 0;
        while (let < allowed && circuit.tryAcquirePermission()) {
            let++;
        }
        return let;
    }

    void giveBack(int exchanges) {
        for (int i = 0; i < exchanges; i++) {
            circuit.releasePermission();
        }
    }

    /** These effects go out now. */
    void count(int effects) {
        if (rate != null && effects > 0) {
            rate.acquirePermission(effects);
        }
    }

    /** What became of one exchange; throttling and refused credentials say nothing about the target's health. */
    void heard(List<Outcome> outcomes, Duration took) {
        if (outcomes.stream().anyMatch(Gate::isFailure)) {
            circuit.onError(took.toNanos(), TimeUnit.NANOSECONDS, FAILED);
        } else if (outcomes.stream().anyMatch(Gate::isSuccess)) {
            circuit.onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
        } else {
            circuit.releasePermission();
        }
    }

    CircuitBreaker.State state() {
        CircuitBreaker.State state = circuit.getState();
        return state == CircuitBreaker.State.DISABLED ? CircuitBreaker.State.CLOSED : state;
    }

    /** Until when the target is left alone; null while the circuit lets something out. */
    Instant openUntil() {
        return openUntil;
    }

    private static boolean isFailure(Outcome outcome) {
        return outcome instanceof Outcome.Unknown || outcome instanceof Outcome.NotDone notDone && notDone.counted();
    }

    private static boolean isSuccess(Outcome outcome) {
        return outcome instanceof Outcome.Delivered
                || outcome instanceof Outcome.Accepted
                || outcome instanceof Outcome.Rejected
                || outcome instanceof Outcome.Absent;
    }

    private static final Exception FAILED = new Exception("the target failed", null) {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    };
}
