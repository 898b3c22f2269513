package io.plantgate.ledger;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How large the store may become; prefix {@code plantgate.ledger}.
 *
 * @param storeBytesMax bytes of the whole database; at 85 % an alarm, from 95 % on no new arrival is taken; 0: no bound
 */
@ConfigurationProperties("plantgate.ledger")
record StoreSettings(@DefaultValue("0") long storeBytesMax) {

    StoreSettings {
        if (storeBytesMax < 0) {
            throw new IllegalArgumentException("plantgate.ledger.store-bytes-max is " + storeBytesMax
                    + ", it may not be negative; 0 sets no bound.");
        }
    }
}
