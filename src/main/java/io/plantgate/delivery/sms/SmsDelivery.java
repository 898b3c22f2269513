package io.plantgate.delivery.sms;

import io.plantgate.effect.EffectParts;
import io.plantgate.effect.EffectReports;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import javax.net.SocketFactory;

/**
 * What all SMS channels of the site have in common.
 *
 * @param standIn the centre where none is configured, or null
 * @param tls makes sockets of a named bundle
 */
record SmsDelivery(
        SmsProperties properties,
        SmsCentreAddress standIn,
        Function<String, SocketFactory> tls,
        Map<String, ShiftRoster> rosters,
        EffectParts parts,
        EffectReports reports,
        Clock clock,
        Lines lines) {

    /** @throws IllegalStateException if there is neither a configured centre nor an embedded one */
    CentreSettings centre() {
        SmsCentreAddress at = address();
        return new CentreSettings(
                at.host(),
                at.port(),
                at.systemId(),
                at.password(),
                properties.systemType(),
                properties.sslBundle().isBlank() ? SocketFactory.getDefault() : tls.apply(properties.sslBundle()),
                Duration.ofMillis(properties.connectMillisMax()),
                Duration.ofMillis(properties.answerMillisMax()),
                Duration.ofMillis(properties.enquireMillis()),
                Duration.ofMillis(properties.reconnectMillisMin()),
                Duration.ofMillis(properties.reconnectMillisMax()),
                properties.bindFailuresMax());
    }

    private SmsCentreAddress address() {
        if (!properties.host().isBlank()) {
            return new SmsCentreAddress(
                    properties.host(), properties.port(), properties.systemId(), properties.password());
        }
        if (standIn == null) {
            throw new IllegalStateException("There is no SMS centre: set plantgate.delivery.sms.host.");
        }
        return standIn;
    }

    /**
     * Whom a request goes to at this moment.
     *
     * @throws IllegalArgumentException if nobody is named, or a roster that there is not
     */
    Recipient recipient(SmsRequest request, String channelTo, String channelRoster) {
        if (request.to() != null) {
            return new Recipient("the message's number", SmsAddress.number(request.to()));
        }
        if (request.roster() != null) {
            return roster(request.roster()).onDuty(clock.instant());
        }
        if (channelTo.isBlank() && channelRoster.isBlank()) {
            throw new IllegalArgumentException("neither the message nor its channel names a number or a roster");
        }
        return channelTo.isBlank()
                ? roster(channelRoster).onDuty(clock.instant())
                : new Recipient("the channel's number", SmsAddress.number(channelTo));
    }

    /**
     * Finds a wrong name at the start and not with the first alarm. A channel may name neither: then its messages do.
     *
     * @throws IllegalArgumentException if the number is none, or there is no such roster
     */
    void requireSomebody(String channelTo, String channelRoster) {
        if (!channelTo.isBlank()) {
            SmsAddress.number(channelTo);
        } else if (!channelRoster.isBlank()) {
            roster(channelRoster);
        }
    }

    /** @throws IllegalArgumentException naming the rosters that there are */
    ShiftRoster roster(String name) {
        ShiftRoster roster = rosters.get(name);
        if (roster == null) {
            throw new IllegalArgumentException(
                    "there is no roster '%s'. plantgate.delivery.sms.rosters has %s".formatted(name, rosters.keySet()));
        }
        return roster;
    }
}
