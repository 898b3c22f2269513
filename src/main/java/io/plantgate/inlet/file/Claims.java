package io.plantgate.inlet.file;

import io.plantgate.event.VisibleText;
import io.plantgate.inlet.Announcement;
import io.plantgate.inlet.ImportRow;
import io.plantgate.inlet.ImportRow.State;
import io.plantgate.intake.Profile;
import io.plantgate.intake.Profile.Framing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims complete files of one inbox for this node: first the row of {@code import}, then the atomic rename. Killed between
 * the two, the file still lies in the inbox and the row is taken back at the next start.
 */
final class Claims {

    private static final Logger LOG = LoggerFactory.getLogger(Claims.class);
    private static final int REPORTED_MAX = 1000;
    private static final int NAME_CHARS_MAX = 120;
    private static final char NOT_DECODABLE = '\uFFFD';

    private final Profile profile;
    private final Framing framing;
    private final String inlet;
    private final InboxFolders folders;
    private final Completeness completeness;
    private final FileInlet shared;
    private final Set<Path> reported = new HashSet<>();

    Claims(
            Profile profile,
            Framing framing,
            String inlet,
            InboxFolders folders,
            Completeness completeness,
            FileInlet shared) {
        this.profile = profile;
        this.framing = framing;
        this.inlet = inlet;
        this.folders = folders;
        this.completeness = completeness;
        this.shared = shared;
    }

    /** Clears up what a killed process left half done: announced and never claimed, claimed with its marker left. */
    void clearUpAfterStart() throws IOException {
        for (Path marker : completeness.strayMarkers(folders.lying())) {
            Files.deleteIfExists(marker);
        }
        takeBackAnnounced();
    }

    private void takeBackAnnounced() throws IOException {
        Set<Long> claimed = new HashSet<>();
        folders.claimedNames().forEach(name -> claimed.add(name.importId()));
        for (long importId : shared.imports().running(inlet, shared.node())) {
            if (!claimed.contains(importId)) {
                takeBack(importId);
            }
        }
    }

    // Without a chunk it was killed before the rename; with one, somebody took the claimed file away.
    private void takeBack(long importId) {
        shared.imports().forget(importId);
        String reason = "Its file is no longer under " + folders.claimed() + ". Drop it again to read the rest.";
        if (shared.imports().settle(importId, State.FAILED, reason)) {
            LOG.warn("{}: import {} cannot go on. {}", inlet, importId, reason);
        }
    }

    /** One look at the inbox: claims what is complete, in the order of names, as far as the bound allows. */
    void claimComplete() throws IOException {
        Map<Path, BasicFileAttributes> lying = candidates(folders.lying());
        int room =
                shared.properties().claimedFilesMax() - folders.claimedNames().size();
        for (Path file : completeness.complete(lying)) {
            if (room <= 0) {
                return;
            }
            room -= claim(file, lying.get(file)) ? 1 : 0;
        }
    }

    private Map<Path, BasicFileAttributes> candidates(Map<Path, BasicFileAttributes> lying) {
        Map<Path, BasicFileAttributes> candidates = new LinkedHashMap<>();
        lying.forEach((file, attributes) -> {
            if (isCandidate(file, attributes)) {
                candidates.put(file, attributes);
            }
        });
        return candidates;
    }

    private boolean isCandidate(Path file, BasicFileAttributes attributes) {
        String name = file.getFileName().toString();
        if (shared.properties().isUnfinished(name)) {
            return false;
        }
        if (!attributes.isRegularFile()) {
            report(file, "is a link or no ordinary file. It is never read: drop the file itself.");
        }
        return attributes.isRegularFile();
    }

    private boolean claim(Path file, BasicFileAttributes attributes) throws IOException {
        String name = file.getFileName().toString();
        if (name.indexOf(NOT_DECODABLE) >= 0) {
            report(file, "has a name that is not text in the system's charset. It is read under a harmless name.");
        }
        long importId = announce(name, attributes.size(), now());
        return rename(file, SafeName.of(importId, name));
    }

    private boolean rename(Path file, SafeName name) throws IOException {
        try {
            folders.claim(file, name);
            removeMarker(file);
            return true;
        } catch (NoSuchFileException e) {
            // Another node was first, or its sender took it away.
            shared.imports().forget(name.importId());
            return false;
        }
    }

    private void removeMarker(Path file) throws IOException {
        Path marker = completeness.marker(file);
        if (marker != null) {
            Files.deleteIfExists(marker);
        }
    }

    /**
     * What a claimed file on disk is: the import that it names, or a new one if the store knows none such or the profile
     * was changed meanwhile.
     *
     * @return empty if the file was renamed and is met again under its new name
     */
    Optional<ClaimedFile> resume(Path claimed) throws IOException {
        SafeName name = SafeName.parse(claimed.getFileName().toString());
        BasicFileAttributes attributes = InboxFolders.attributes(claimed);
        if (name == null || attributes == null) {
            return Optional.empty();
        }
        Optional<ImportRow> row = shared.imports().find(name.importId()).filter(found -> belongs(found, name));
        if (row.isEmpty()) {
            announceAnew(claimed, name, attributes);
            return Optional.empty();
        }
        if (isCutOtherwise(row.get())) {
            beginAgain(claimed, row.get());
            return Optional.empty();
        }
        takeOver(row.get());
        return Optional.of(new ClaimedFile(row.get(), claimed));
    }

    // The same number in another database is another import. One whose size has changed goes on, and fails at its end.
    private boolean belongs(ImportRow row, SafeName name) {
        return row.inlet().equals(inlet)
                && SafeName.of(row.importId(), row.fileName()).equals(name);
    }

    private void announceAnew(Path claimed, SafeName name, BasicFileAttributes attributes) throws IOException {
        LOG.warn("{}: the store knows no import of {}. It is read from its beginning as a new one.", inlet, claimed);
        long importId = announce(name.rest(), attributes.size(), now());
        folders.claim(claimed, SafeName.of(importId, name.rest()));
    }

    private boolean isCutOtherwise(ImportRow row) {
        return row.state() == State.RUNNING
                && !row.readingDigest().equals(Announcement.readingDigest(profile, framing));
    }

    // Cut by another profile, a chunk that is skipped for its number may hold rows that nobody has read.
    private void beginAgain(Path claimed, ImportRow row) throws IOException {
        long importId = announce(row.fileName(), row.fileBytes(), row.startedAt());
        folders.claim(claimed, SafeName.of(importId, row.fileName()));
        String reason =
                "The profile or the framing was changed before all was read: the file is read from its beginning"
                        + " as import " + importId + ", where rows that this one recorded turn out as duplicates";
        shared.imports().settle(row.importId(), State.FAILED, reason);
        LOG.warn("{}: import {} cannot go on. {}.", inlet, row.importId(), reason);
    }

    private long announce(String fileName, long fileBytes, Instant at) {
        int chunkRows = shared.ledger().chunkArrivalsMax();
        return shared.imports()
                .announce(new Announcement(inlet, shared.node(), profile, framing, fileName, fileBytes, chunkRows, at));
    }

    // PostgreSQL keeps microseconds.
    private Instant now() {
        return shared.clock().instant().truncatedTo(ChronoUnit.MICROS);
    }

    private void takeOver(ImportRow row) {
        if (!row.node().equals(shared.node())) {
            LOG.info("{}: import {} of node {} goes on here.", inlet, row.importId(), row.node());
            shared.imports().takeOver(row.importId(), shared.node());
        }
    }

    private void report(Path file, String what) {
        if (reported.size() < REPORTED_MAX && reported.add(file)) {
            LOG.warn(
                    "{}: {} in {} {}",
                    inlet,
                    VisibleText.of(file.getFileName().toString(), NAME_CHARS_MAX),
                    folders.inbox(),
                    what);
        }
    }
}
