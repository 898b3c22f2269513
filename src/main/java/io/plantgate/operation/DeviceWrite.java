package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What one operation writes.
 *
 * @param operationId the name that stays the same through all attempts; devices that can keep one get it
 * @param operationNumber the same name as a number from 1 to 2^31 - 1 for devices that keep only numbers, never given twice
 *     to one equipment
 * @param digest SHA-256 of the canonical payload, as lower-case hexadecimal
 * @param command as the equipment file calls it
 * @param writes in this order; empty for devices that take commands
 * @param parameters of the command, checked; never logged
 */
public record DeviceWrite(
        String operationId,
        int operationNumber,
        String digest,
        String command,
        List<TagWrite> writes,
        JsonNode parameters) {

    public DeviceWrite {
        writes = List.copyOf(writes);
    }
}
