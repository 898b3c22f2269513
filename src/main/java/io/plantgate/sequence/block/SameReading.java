package io.plantgate.sequence.block;

import java.sql.SQLException;

/** Says whether payload hashes that were made under two versions of a profile can be compared. */
@FunctionalInterface
public interface SameReading {
    boolean of(int oneProfileVersion, int otherProfileVersion) throws SQLException;
}
