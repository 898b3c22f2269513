package io.plantgate.inlet.file;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/** When a file in an inbox has been written to its end. Asked once a look, from one thread. */
interface Completeness {

    /**
     * @param lying what lies in the inbox now, in order
     * @return those that are complete, in that order
     */
    List<Path> complete(Map<Path, BasicFileAttributes> lying);

    /** A marker that has to go with a claimed file, or null. */
    default Path marker(Path file) {
        return null;
    }

    /** Markers whose file is not there: a process was killed between the claim and the marker's removal. */
    default List<Path> strayMarkers(Map<Path, BasicFileAttributes> lying) {
        return List.of();
    }

    /** Reads the word of a route: {@code rename}, {@code done-file} or {@code stable-size}. */
    static Completeness of(String word, String doneSuffix, Duration stable, LongSupplier nanoClock) {
        return switch (word) {
            case "rename" -> new ByRename();
            case "done-file" -> new ByDoneFile(doneSuffix);
            case "stable-size" -> new ByStableSize(stable, nanoClock);
            default ->
                throw new IllegalArgumentException(
                        "complete: " + word + " is unknown. Use rename, done-file or stable-size.");
        };
    }

    /** The sender writes under an unfinished name and renames: whatever has a finished name is complete. */
    final class ByRename implements Completeness {
        @Override
        public List<Path> complete(Map<Path, BasicFileAttributes> lying) {
            return List.copyOf(lying.keySet());
        }
    }

    /** The sender writes the file, then an empty marker of the same name and a suffix. */
    final class ByDoneFile implements Completeness {
        private final String suffix;

        ByDoneFile(String suffix) {
            if (suffix.isBlank()) {
                throw new IllegalArgumentException("doneSuffix must not be blank, e.g. .done");
            }
            this.suffix = suffix;
        }

        @Override
        public List<Path> complete(Map<Path, BasicFileAttributes> lying) {
            return lying.keySet().stream()
                    .filter(file -> lying.containsKey(marker(file)))
                    .toList();
        }

        @Override
        public Path marker(Path file) {
            return file.resolveSibling(file.getFileName() + suffix);
        }

        @Override
        public List<Path> strayMarkers(Map<Path, BasicFileAttributes> lying) {
            return lying.keySet().stream()
                    .filter(file -> isMarker(file) && !Files.exists(fileOf(file), LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }

        private boolean isMarker(Path file) {
            String name = file.getFileName().toString();
            return name.endsWith(suffix) && name.length() > suffix.length();
        }

        private Path fileOf(Path marker) {
            String name = marker.getFileName().toString();
            return marker.resolveSibling(name.substring(0, name.length() - suffix.length()));
        }
    }

    /**
     * Size and time of the last write stayed as they are for a while that the gateway itself watched. How old the file
     * says it is means nothing: copies from Windows keep the old time. The clock is monotonic, so that a corrected wall
     * clock makes no file look old.
     */
    final class ByStableSize implements Completeness {
        private final Duration stable;
        private final LongSupplier nanoClock;
        private Map<Path, Sighting> sightings = Map.of();

        ByStableSize(Duration stable, LongSupplier nanoClock) {
            this.stable = stable;
            this.nanoClock = nanoClock;
        }

        @Override
        public List<Path> complete(Map<Path, BasicFileAttributes> lying) {
            long now = nanoClock.getAsLong();
            Map<Path, Sighting> seen = new HashMap<>();
            lying.forEach((file, attributes) -> seen.put(file, sighting(file, attributes, now)));
            sightings = seen;
            return lying.keySet().stream()
                    .filter(file -> now - seen.get(file).sinceNanos() >= stable.toNanos())
                    .toList();
        }

        private Sighting sighting(Path file, BasicFileAttributes attributes, long now) {
            Sighting before = sightings.get(file);
            Sighting fresh = new Sighting(
                    attributes.size(), attributes.lastModifiedTime().toMillis(), attributes.fileKey(), now);
            return before != null && before.sameAs(fresh) ? before : fresh;
        }

        private record Sighting(long size, long modifiedMillis, Object fileKey, long sinceNanos) {
            boolean sameAs(Sighting other) {
                return size == other.size
                        && modifiedMillis == other.modifiedMillis
                        && Objects.equals(fileKey, other.fileKey);
            }
        }
    }
}
