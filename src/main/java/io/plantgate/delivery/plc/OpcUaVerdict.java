package io.plantgate.delivery.plc;

import io.plantgate.operation.DeviceWord;
import java.util.List;
import java.util.Set;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;

/** What the status codes of a write prove (OPC UA Part 4, 5.11.4 and 7.39). */
final class OpcUaVerdict {

    /** With these a server says that it has not written. Any other bad code may have been found while it was writing. */
    private static final Set<Long> REFUSALS = Set.of(
            StatusCodes.Bad_NodeIdUnknown,
            StatusCodes.Bad_NodeIdInvalid,
            StatusCodes.Bad_AttributeIdInvalid,
            StatusCodes.Bad_NotWritable,
            StatusCodes.Bad_WriteNotSupported,
            StatusCodes.Bad_TypeMismatch,
            StatusCodes.Bad_OutOfRange,
            StatusCodes.Bad_UserAccessDenied,
            StatusCodes.Bad_SecurityModeInsufficient,
            StatusCodes.Bad_Locked,
            StatusCodes.Bad_MethodInvalid,
            StatusCodes.Bad_NotExecutable,
            StatusCodes.Bad_ArgumentsMissing,
            StatusCodes.Bad_TooManyArguments,
            StatusCodes.Bad_InvalidArgument,
            StatusCodes.Bad_TooManyOperations,
            StatusCodes.Bad_ServiceUnsupported);

    private OpcUaVerdict() {}

    /** Of the nodes of one write, in their order. */
    static DeviceWord of(List<StatusCode> codes) {
        String evidence =
                "write answered " + codes.stream().map(OpcUaVerdict::name).toList();
        if (!codes.isEmpty() && codes.stream().allMatch(StatusCode::isGood)) {
            return new DeviceWord.Accepted("", evidence);
        }
        return !codes.isEmpty() && codes.stream().allMatch(OpcUaVerdict::isRefusal)
                ? new DeviceWord.Refused(name(codes.get(0)), evidence)
                : new DeviceWord.Unclear(evidence);
    }

    static boolean isRefusal(StatusCode code) {
        return REFUSALS.contains(code.getValue());
    }

    static String name(StatusCode code) {
        return StatusCodes.lookup(code.getValue()).map(names -> names[0]).orElseGet(() -> "0x%08X"
                .formatted(code.getValue()));
    }
}
