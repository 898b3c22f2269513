package io.plantgate.testing;

import io.plantgate.event.Arrival;
import io.plantgate.event.Delivery;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.Event;
import io.plantgate.event.EventIdentity;
import io.plantgate.event.Payload;
import io.plantgate.event.ProfileVersion;
import io.plantgate.event.RawBytes;
import io.plantgate.event.Reading;
import io.plantgate.event.Reason;
import io.plantgate.event.ReasonCode;
import io.plantgate.event.SourceTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Arrivals that read like speech: {@code trip("T91").ofBoot("B17").arrivingAt("08:00:12.180")}. */
public final class Trip {

    public static final ProfileVersion PUMPS = new ProfileVersion("pumps", "a1".repeat(32), "pumps, as tested");

    private final String transitionId;
    private String source = "PUMP-07/Trip";
    private String bootId = "B17";
    private String says = "severity High";
    private Instant arrivalAt = Instant.parse("2026-03-02T00:00:12.180Z");
    private ProfileVersion profile = PUMPS;
    private SourceTime sourceTime;
    private boolean bootObserved;
    private String inlet = "test:pumps";
    private final List<EffectPlan> effects = new ArrayList<>();

    private Trip(String transitionId) {
        this.transitionId = transitionId;
    }

    public static Trip trip(String transitionId) {
        return new Trip(transitionId);
    }

    public Trip at(String aSource) {
        this.source = aSource;
        return this;
    }

    public Trip ofBoot(String aBootId) {
        this.bootId = aBootId;
        return this;
    }

    public Trip saying(String content) {
        this.says = content;
        return this;
    }

    /** Of 2 March 2026, UTC. */
    public Trip arrivingAt(String timeOfDay) {
        this.arrivalAt = Instant.parse("2026-03-02T" + timeOfDay + "Z");
        return this;
    }

    public Trip arrivingNow() {
        this.arrivalAt = Instant.now();
        return this;
    }

    /** What the device's own clock says, as RFC 3339 text. */
    public Trip sentAt(String text) {
        this.sourceTime = new SourceTime(text, Instant.parse(text));
        return this;
    }

    public Trip readUnder(ProfileVersion aProfile) {
        this.profile = aProfile;
        return this;
    }

    public Trip through(String anInlet) {
        this.inlet = anInlet;
        return this;
    }

    public Trip announcingTheBoot() {
        this.bootObserved = true;
        return this;
    }

    public Trip wanting(EffectPlan plan) {
        this.effects.add(plan);
        return this;
    }

    /** Its boot is missing. */
    public Arrival withoutBoot() {
        return arrival(new Reading.Incomplete(
                source,
                transitionId,
                null,
                null,
                payload(),
                Set.of(),
                new Reason(ReasonCode.MISSING_BOOT_ID, profile.profile() + ": no bootId at /bootId.")));
    }

    /** Not readable. */
    public Arrival garbled() {
        return arrival(Reading.Undecodable.because(ReasonCode.MALFORMED, "not JSON"));
    }

    public Arrival arrival() {
        return arrival(event());
    }

    /** The same bytes, hashed as if they said something else: what a profile's correction does. */
    public Arrival hashedAs(String content) {
        Event event = event();
        Payload otherwise = new Payload(RawBytes.sha256(content.getBytes(StandardCharsets.UTF_8)), (short) 1);
        return arrival(new Event(
                event.identity(), event.device(), null, otherwise, bootObserved, event.effects(), event.flags()));
    }

    public Event event() {
        return new Event(
                new EventIdentity(source, transitionId, bootId),
                device(),
                sourceTime,
                payload(),
                bootObserved,
                effects,
                Set.of());
    }

    public byte[] raw() {
        return (source + "|" + transitionId + "|" + bootId + "|" + says).getBytes(StandardCharsets.UTF_8);
    }

    private Payload payload() {
        return new Payload(RawBytes.sha256(says.getBytes(StandardCharsets.UTF_8)), (short) 1);
    }

    private String device() {
        return source.contains("/") ? source.substring(0, source.indexOf('/')) : source;
    }

    private Arrival arrival(Reading reading) {
        return new Arrival(
                new Delivery(arrivalAt, inlet, RawBytes.whole(raw()), Map.of("from", "a test"), null),
                profile,
                reading);
    }
}
