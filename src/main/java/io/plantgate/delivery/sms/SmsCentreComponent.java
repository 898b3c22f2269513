package io.plantgate.delivery.sms;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultComponent;

/**
 * The Camel component {@code sms-centre:CHANNEL}: sends the effect of the exchange as a text message over SMPP 3.4, and settles
 * it with what the centre answered.
 */
@Component("sms-centre")
public final class SmsCentreComponent extends DefaultComponent {

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        SmsDelivery delivery = getCamelContext().getRegistry().findSingleByType(SmsDelivery.class);
        if (delivery == null) {
            throw new IllegalStateException(uri + " needs a bean of type " + SmsDelivery.class.getName() + ".");
        }
        SmsCentreEndpoint endpoint = new SmsCentreEndpoint(uri, this, remaining, delivery);
        setProperties(endpoint, parameters);
        return endpoint;
    }
}
