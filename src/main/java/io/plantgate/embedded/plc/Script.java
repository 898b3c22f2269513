package io.plantgate.embedded.plc;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** How the next writes are treated. */
final class Script {

    private final Queue<Manner> manners = new ArrayDeque<>();

    synchronized void next(List<Manner> wanted) {
        manners.clear();
        manners.addAll(wanted);
    }

    synchronized Manner forThisWrite() {
        return manners.isEmpty() ? Manner.WELL : manners.remove();
    }
}
