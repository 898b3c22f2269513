package io.plantgate.effect;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Lets exchanges out to one target: a circuit that opens when too many fail, and a rate. */
final class Gate {

    private static final long REFRESH_MILLIS = 100;

    private final CircuitBreaker circuit;
    private final RateLimiter rate;

    Gate(ChannelTerms terms) {
        this.circuit = CircuitBreaker.of(terms.channel(), config(terms));
        if (terms.circuit().failurePercent() > 100) {
            // At its own bound of 100 it would still open where all fail.
            circuit.transitionToDisabledState();
        }
        this.rate = terms.ratePerSecond() == 0 ? null : RateLimiter.of(terms.channel(), rate(terms.ratePerSecond()));
    }

    private static CircuitBreakerConfig config(ChannelTerms terms) {
        ChannelTerms.Circuit circuit = terms.circuit();
        return CircuitBreakerConfig.custom()
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
