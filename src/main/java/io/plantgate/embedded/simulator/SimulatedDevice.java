package io.plantgate.embedded.simulator;

import java.time.Instant;
import java.util.List;

/** Something in the simulated plant that speaks. */
interface SimulatedDevice {

    String name();

    /** What it says in this step of its life; often nothing. */
    List<String> step(Instant now);
}
