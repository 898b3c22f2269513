package io.plantgate.failure.torture;

import java.time.LocalTime;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What was published, and what of it somebody took over: the gateway, a broker, or the folder it was renamed into. */
final class PublishLog {

    private final Set<String> published = ConcurrentHashMap.newKeySet();
    private final Map<String, Publication> acknowledged = new ConcurrentHashMap<>();
    private final Map<Long, String> answers = new ConcurrentHashMap<>();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();

    void published(Publication publication) {
        published.add(publication.name());
    }

    void acknowledged(Publication publication) {
        acknowledged.put(publication.rawHash(), publication);
    }

    /** The gateway has named its decision about an arrival: that row must be there, and say the same. */
    void answered(long arrivalId, String decision) {
        answers.put(arrivalId, decision);
    }

    /** Something that must never happen, seen by a publisher. */
    void complain(String complaint) {
        complaints.add(LocalTime.now() + " " + complaint);
    }

    int publishedCount() {
        return published.size();
    }

    /** By raw hash in hex. */
    Map<String, Publication> acknowledged() {
        return acknowledged;
    }

    Map<Long, String> answers() {
        return answers;
    }

    Queue<String> complaints() {
        return complaints;
    }
}
