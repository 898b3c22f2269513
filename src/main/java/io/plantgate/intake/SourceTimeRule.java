package io.plantgate.intake;

import io.plantgate.event.FieldValue;
import io.plantgate.event.FieldValue.Decimal;
import io.plantgate.event.FieldValue.Text;
import io.plantgate.event.IdentityPart;
import java.time.ZoneId;

/**
 * Where the source's own time stands.
 *
 * @param zone of times that name none, or null
 */
record SourceTimeRule(Place place, ZoneId zone) {

    /** The time; null where the item has none. */
    TimeText in(ReadItem item) {
        FieldValue value = place.in(item);
        if (value instanceof Text text && !IdentityPart.isBlank(text.value())) {
            return TimeText.read(text.value(), zone);
        }
        return value instanceof Decimal number ? TimeText.read(number.literal(), zone) : null;
    }
}
