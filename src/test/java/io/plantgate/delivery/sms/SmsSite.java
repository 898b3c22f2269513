package io.plantgate.delivery.sms;

import io.plantgate.effect.EffectParts;
import io.plantgate.effect.EffectReports;
import io.plantgate.embedded.sms.EmbeddedSmsCentre;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import javax.net.SocketFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What an SMS channel finds in a site's registry, for tests of other packages. */
public final class SmsSite {

    public static final String NUMBER = "+4915550001";

    private SmsSite() {}

    /** The bean smsDelivery of a site whose roster "maintenance" always has the same number on duty; there is no centre. */
    public static Object withoutCentre() {
        return delivery(null, null, null);
    }

    /** The same with a centre, and quick to connect again. */
    public static Object at(EmbeddedSmsCentre centre, EffectParts parts, EffectReports reports) {
        return at(centre.port(), parts, reports);
    }

    /** The same with a centre in another process. */
    public static Object at(int port, EffectParts parts, EffectReports reports) {
        return delivery(
                new SmsCentreAddress("127.0.0.1", port, EmbeddedSmsCentre.USER, EmbeddedSmsCentre.USER),
                parts,
                reports);
    }

    private static SmsDelivery delivery(SmsCentreAddress centre, EffectParts parts, EffectReports reports) {
        SmsProperties properties = new Binder(new MapConfigurationPropertySource(Map.of(
                        "sms.answer-millis-max", Duration.ofSeconds(20).toMillis(),
                        "sms.reconnect-millis-min", 20,
                        "sms.reconnect-millis-max", 200)))
                .bindOrCreate("sms", SmsProperties.class);
        return new SmsDelivery(
                properties,
                centre,
                bundle -> SocketFactory.getDefault(),
                Map.of("maintenance", new ShiftRoster(ZoneOffset.UTC, List.of(), SmsAddress.number(NUMBER))),
                parts,
                reports,
                Clock.systemUTC(),
                new Lines());
    }
}
