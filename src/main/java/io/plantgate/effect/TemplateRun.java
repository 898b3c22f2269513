package io.plantgate.effect;

import com.fasterxml.jackson.databind.JsonNode;
import com.schibsted.spt.data.jslt.impl.Scope;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * One run of a template on a thread of its own: its variables, and where it ends although it would not end itself. JSLT comes
 * by at each call of a function and each use of a variable, without which nothing goes on for ever. A regular expression
 * does not come by: one that backtracks without an end is only contained.
 */
final class TemplateRun extends Scope {

    private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final long bytesMax;
    private volatile boolean left;
    private long bytesBefore = -1;

    /**
     * @param variables how many the template has outside its functions
     * @param bytesMax that the run may take from the memory, garbage included
     */
    TemplateRun(int variables, long bytesMax) {
        super(variables);
        this.bytesMax = bytesMax;
    }

    /** Nobody waits for it any more: it ends at the next opportunity. */
    void leave() {
        left = true;
    }

    @Override
    public void enterFunction(int variables) {
        goOn();
        super.enterFunction(variables);
    }

    @Override
    public JsonNode getValue(int variable) {
        goOn();
        return super.getValue(variable);
    }

    @Override
    public void setValue(int variable, JsonNode value) {
        goOn();
        super.setValue(variable, value);
    }

    private void goOn() {
        if (left) {
            throw new EndedException("nobody waits for it any more");
        }
        long bytes = MEMORY.getCurrentThreadAllocatedBytes();
        if (bytesBefore < 0) {
            bytesBefore = bytes;
        } else if (bytes - bytesBefore > bytesMax) {
            throw new EndedException("its template takes more than " + bytesMax
                    + " bytes of memory (plantgate.effect.template-bytes-max); mend it and retry the effect");
        }
    }

    /** A run was ended. */
    static final class EndedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        EndedException(String message) {
            super(message, null, false, false);
        }
    }
}
