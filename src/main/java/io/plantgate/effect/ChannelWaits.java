package io.plantgate.effect;

import io.plantgate.ledger.EffectPlanning.Mode;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Looks at the switch, at the stops in the database, and at the channels of this node. */
final class ChannelWaits implements EffectWaits {

    private final Effects effects;
    private final Kinds kinds;

    ChannelWaits(Effects effects, Kinds kinds) {
        this.effects = effects;
        this.kinds = kinds;
    }

    @Override
    public Optional<String> ofKind(String kind) {
        if (effects.mode() != Mode.LIVE) {
            return Optional.of("the site's switch, which is " + effects.mode());
        }
        return kinds.find(kind)
                .map(known -> ofChannel(known.channel()))
                .orElseGet(() -> Optional.of("its kind: there is no " + kind + KindFiles.FILE_SUFFIX));
    }

    private Optional<String> ofChannel(String name) {
        String stop = stop(name);
        if (stop != null) {
            return Optional.of("channel " + name + ", which its target stopped: " + stop);
        }
        Optional<Channel> channel = effects.channels().stream()
                .filter(started -> started.name().equals(name))
                .findFirst();
        if (channel.isEmpty()) {
            return Optional.of("channel " + name + ", which no route on this node consumes");
        }
        return channel.map(started -> started.gate().openUntil()).map(until -> circuit(name, until));
    }

    private static String circuit(String name, Instant until) {
        return "the circuit of channel " + name + ", open until " + until + ": its target fails";
    }

    private String stop(String channel) {
        try {
            return effects.stops().get(channel);
        } catch (SQLException e) {
            throw new EffectsUnreachableException("Which channels are stopped cannot be read.", e);
        }
    }
}
