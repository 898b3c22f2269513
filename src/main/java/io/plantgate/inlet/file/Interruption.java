package io.plantgate.inlet.file;

import io.plantgate.ledger.LedgerStoppedException;
import java.io.InterruptedIOException;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;

/** Tells what merely interrupts an import (a stop, an outage) from what ends it: the file then stays claimed. */
final class Interruption {

    private static final int CAUSES_MAX = 20;

    // Data exception, integrity constraint violation, program limit: these are about a row. All else is an outage.
    private static final Set<String> ABOUT_A_ROW = Set.of("22", "23", "54");

    private Interruption() {}

    /** True if something of that kind is the failure or one of its causes. */
    static boolean isBehind(Throwable failure) {
        return isBehind(failure, cause -> isStop(cause) || isOutage(cause));
    }

    /** True if it is a stop, after which nothing is tried again before the next start. */
    static boolean isStopBehind(Throwable failure) {
        return isBehind(failure, Interruption::isStop);
    }

    private static boolean isBehind(Throwable failure, Predicate<Throwable> kind) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            if (kind.test(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static boolean isStop(Throwable cause) {
        return cause instanceof LedgerStoppedException
                || cause instanceof InterruptedException
                || cause instanceof InterruptedIOException
                || cause instanceof RejectedExecutionException;
    }

    private static boolean isOutage(Throwable cause) {
        if (!(cause instanceof SQLException failure)) {
            return false;
        }
        String state = failure.getSQLState();
        return state == null || state.length() < 2 || !ABOUT_A_ROW.contains(state.substring(0, 2));
    }
}
