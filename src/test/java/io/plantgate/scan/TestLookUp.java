package io.plantgate.scan;

import io.plantgate.event.Scan;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A look-up that answers as it is told, and remembers what it was asked. */
final class TestLookUp implements LookUp {

    final List<Scan> asked = new CopyOnWriteArrayList<>();
    private final Answers answers;

    /** May throw, as a MES that is away. */
    interface Answers {
        Finding find(Scan scan) throws Exception;
    }

    TestLookUp(Answers answers) {
        this.answers = answers;
    }

    @Override
    public boolean asks() {
        return true;
    }

    @Override
    public Finding find(Scan scan) throws Exception {
        asked.add(scan);
        return answers.find(scan);
    }
}
