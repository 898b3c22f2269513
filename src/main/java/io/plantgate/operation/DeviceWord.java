package io.plantgate.operation;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a device said about a write. A driver says the weakest of these that it can prove. Texts are made visible and cut,
 * whatever bytes a device sent: a code at 100 characters, evidence at 4,000; and so is a result of more than 65,536.
 */
public sealed interface DeviceWord {

    /** Evidence for people: codes, addresses, times; bounded, and without parameters that are not already on a tag. */
    String evidence();

    /** The device took the request over, which is not success: a write response, a command acknowledgement. */
    record Accepted(String reference, String evidence) implements DeviceWord {
        public Accepted {
            reference = Texts.kept(reference, Texts.REFERENCE_CHARS_MAX);
            evidence = Texts.evidence(evidence);
        }
    }

    /** The device says that it has done this very operation: a completion, a handshake block, a status answer. */
    record Done(JsonNode result, String evidence) implements DeviceWord {
        public Done {
            result = OperationPayload.bounded(result);
            evidence = Texts.evidence(evidence);
        }
    }

    /** The device says that it has not done it and will not: an exception response, a refusing acknowledgement. */
    record Refused(String code, String evidence) implements DeviceWord {
        public Refused {
            code = Texts.code(code);
            evidence = Texts.evidence(evidence);
        }
    }

    /** The driver sent nothing: a value cannot be brought into the form that its tag has. */
    record NotSent(String code, String evidence) implements DeviceWord {
        public NotSent {
            code = Texts.code(code);
            evidence = Texts.evidence(evidence);
        }
    }

    /** The device knows this operation and it ended without having been done: a fault during the command. */
    record Failed(String code, String evidence) implements DeviceWord {
        public Failed {
            code = Texts.code(code);
            evidence = Texts.evidence(evidence);
        }
    }

    /** It may have been written: no answer, a late one, or one to something else. */
    record Unclear(String evidence) implements DeviceWord {
        public Unclear {
            evidence = Texts.evidence(evidence);
        }
    }

    /** The device says nothing about this operation; only a person may read that as "not done". */
    record Nothing(String evidence) implements DeviceWord {
        public Nothing {
            evidence = Texts.evidence(evidence);
        }
    }
}
