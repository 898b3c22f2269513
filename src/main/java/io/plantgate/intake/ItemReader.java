package io.plantgate.intake;

import io.plantgate.event.CanonicalForm;
import io.plantgate.event.EffectPlan;
import io.plantgate.event.Event;
import io.plantgate.event.FieldValue;
import io.plantgate.event.Flag;
import io.plantgate.event.Numbering;
import io.plantgate.event.Payload;
import io.plantgate.event.RawBytes;
import io.plantgate.event.Reading;
import io.plantgate.event.Reading.Undecodable;
import io.plantgate.event.ReasonCode;
import io.plantgate.event.SourceTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one item by the rules of one profile.
 *
 * @param sourceTime null where the profile names none
 * @param boot null where the profile tells none
 * @param numbering null for every contract but {@code sequence}
 * @param objectExpected part of the identity stands in the item, so that it must be an object
 * @param scans how the contract {@code scan} is read, or null; then identity, payload and sourceTime are null
 */
record ItemReader(
        String profile,
        ItemFormat format,
        Bounds bounds,
        IdentityRules identity,
        PayloadRules payload,
        SourceTimeRule sourceTime,
        BootRule boot,
        List<EffectRule> effects,
        NumberingRule numbering,
        boolean objectExpected,
        ScanRules scans) {

    private static final Logger LOG = LoggerFactory.getLogger(ItemReader.class);
    private static final Set<Flag> NO_FLAGS = Set.of();

    /** Never throws for what is in the bytes. */
    Reading read(byte[] bytes, byte[] header, Map<String, String> facts, Map<String, String> supplied) {
        try {
            ReadItem item = decode(bytes, header, facts);
            return scans == null ? reading(item, supplied) : scans.reading(item, supplied);
        } catch (Unreadable e) {
            return e.reading(profile);
        }
    }

    /** What of an item is payload. */
    FieldValue payloadOf(ReadItem item) throws Unreadable {
        return scans == null ? payload.of(item) : scans.payload(item);
    }

    /** @throws Unreadable with the reason why it is none */
    ReadItem decode(byte[] bytes, byte[] header, Map<String, String> facts) throws Unreadable {
        if (bytes.length == 0 && !format.emptyAllowed()) {
            throw new Unreadable(ReasonCode.EMPTY, "there are no bytes.");
        }
        if (bytes.length > bounds.payloadBytesMax()) {
            throw new Unreadable(ReasonCode.TOO_LARGE, tooLarge(bytes.length));
        }
        FieldValue tree = tree(bytes, header, facts);
        if (objectExpected && !(tree instanceof FieldValue.Fields)) {
            throw new Unreadable(ReasonCode.MALFORMED, "an object is expected at the top.");
        }
        return new ReadItem(tree, facts);
    }

    private FieldValue tree(byte[] bytes, byte[] header, Map<String, String> facts) throws Unreadable {
        try {
            return format.decode(bytes, header, facts);
        } catch (FieldValue.DuplicateNameException e) {
            throw new Unreadable(ReasonCode.DUPLICATE_KEY, "the name '" + e.name() + "' stands twice.", e.name());
        } catch (RuntimeException e) {
            // A fault of the decoder must not stop the item's neighbours.
            LOG.error("{}: an item could not be decoded; it is kept. Please report this.", profile, e);
            throw new Unreadable(
                    ReasonCode.MALFORMED,
                    "could not be decoded: " + e.getClass().getSimpleName() + ".");
        }
    }

    Undecodable overBound(RawBytes raw) {
        String detail = raw.cut()
                ? "more than " + raw.length() + " bytes came, payloadBytesMax is " + bounds.payloadBytesMax()
                        + ". The first " + raw.length() + " were hashed, a prefix of them is kept."
                : tooLarge(raw.length());
        return new Unreadable(ReasonCode.TOO_LARGE, detail).reading(profile);
    }

    private String tooLarge(long length) {
        return length + " bytes, payloadBytesMax is " + bounds.payloadBytesMax()
                + ". A prefix and the hash of all bytes are kept.";
    }

    private Reading reading(ReadItem item, Map<String, String> supplied) throws Unreadable {
        boolean bootObserved = boot != null && Condition.allMet(boot.when(), item);
        PartRule ownTransitionId = bootObserved ? boot.transitionId() : null;
        IdentityRules.Found found = identity.find(item, supplied, ownTransitionId);
        FieldValue content = payload.of(item);
        Payload evidence = CanonicalForm.payloadOf(content);
        TimeText time = sourceTime == null ? null : sourceTime.in(item);
        Set<Flag> flags = flags(content, time);
        SourceTime sent = time == null ? null : new SourceTime(time.text(), time.instant());
        if (found.missing() != null && (numbering == null || !numbering.isOfLatestBirth(found))) {
            return new Reading.Incomplete(
                    found.source(), found.transitionId(), found.bootId(), sent, evidence, flags, found.missing());
        }
        Numbering number = numbering == null ? null : numbering.of(found.transitionId());
        List<EffectPlan> plans = EffectRule.plans(effects, item);
        return new Event(found.identity(), found.device(), sent, evidence, bootObserved, plans, flags, null, number);
    }

    static Set<Flag> flags(FieldValue content, TimeText time) {
        boolean odd = time != null && time.odd();
        boolean controls = Controls.in(content);
        if (!odd && !controls) {
            return NO_FLAGS;
        }
        EnumSet<Flag> flags = EnumSet.noneOf(Flag.class);
        if (odd) {
            flags.add(Flag.ODD_TIME);
        }
        if (controls) {
            flags.add(Flag.CONTROL_CHARACTER);
        }
        return flags;
    }
}
