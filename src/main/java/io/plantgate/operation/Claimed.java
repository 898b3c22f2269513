package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;
import io.plantgate.operation.OperationRequest.Name;
import java.time.Instant;

/**
 * An operation that this node alone may write now.
 *
 * @param attemptId the fencing token
 * @param equipmentVersion the text under which it was asked for and approved
 * @param notReached how many attempts before certainly wrote nothing
 */
record Claimed(
        long key,
        Name name,
        String target,
        String command,
        JsonNode parameters,
        String digest,
        int number,
        long attemptId,
        int attemptNo,
        int notReached,
        Instant validUntil,
        int equipmentVersion) {

    DeviceWrite write(Equipment equipment, CommandPolicy command) {
        return new DeviceWrite(
                name.toString(), number, digest, command.name(), command.writes(equipment, parameters), parameters);
    }
}
