package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;

/** What a device said about a write. A driver says the weakest of these that it can prove. */
public sealed interface DeviceWord {

    /** Evidence for people: codes, addresses, times; bounded, and without parameters that are not already on a tag. */
    String evidence();

    /** The device took the request over, which is not success: a write response, a command acknowledgement. */
    record Accepted(String reference, String evidence) implements DeviceWord {}

    /** The device says that it has done this very operation: a completion, a handshake block, a status answer. */
    record Done(JsonNode result, String evidence) implements DeviceWord {}

    /** The device says that it has not done it and will not: an exception response, a refusing acknowledgement. */
    record Refused(String code, String evidence) implements DeviceWord {}

    /** The driver sent nothing: a value cannot be brought into the form that its tag has. */
    record NotSent(String code, String evidence) implements DeviceWord {}

    /** The device knows this operation and it ended without having been done: a fault during the command. */
    record Failed(String code, String evidence) implements DeviceWord {}

    /** It may have been written: no answer, a late one, or one to something else. */
    record Unclear(String evidence) implements DeviceWord {}

    /** The device says nothing about this operation; only a person may read that as "not done". */
    record Nothing(String evidence) implements DeviceWord {}
}
