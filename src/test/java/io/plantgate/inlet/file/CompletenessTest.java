package io.plantgate.inlet.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletenessTest {

    private static final FileTime YEARS_AGO = FileTime.from(Instant.parse("2019-03-01T00:00:00Z"));

    @TempDir
    private Path directory;

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private InboxFolders folders;

    @BeforeEach
    void prepare() throws IOException {
        folders = new InboxFolders(directory, "node-1");
        folders.prepare();
    }

    @Test
    @Tag("E01")
    void aFileInThreePiecesFourSecondsApartIsNotReadEarlyHoweverOldItSaysItIs() throws IOException {
        Completeness stable = stableFor(5);
        for (String piece : List.of("seq;state\r\n", "1;RUN\r\n", "2;STOP\r\n")) {
            append("cells.csv", piece);
            assertThat(look(stable)).isEmpty();
            later(4);
            assertThat(look(stable)).isEmpty();
        }
        later(1);
        assertThat(look(stable)).containsExactly("cells.csv");
    }

    @Test
    @Tag("E01")
    void aFileThatLayThereBeforeTheStartIsWatchedFirst() throws IOException {
        append("old.csv", "1\n");
        Completeness stable = stableFor(10);
        assertThat(look(stable)).isEmpty();
        later(9);
        assertThat(look(stable)).isEmpty();
        later(1);
        assertThat(look(stable)).containsExactly("old.csv");
    }

    @Test
    @Tag("E01")
    void aFileReplacedByAnotherOfTheSameSizeAndTimeIsWatchedAnew() throws IOException {
        Completeness stable = stableFor(5);
        append("x.csv", "1\n");
        look(stable);
        later(4);
        Path other = Files.writeString(directory.resolve("other.tmp"), "2\n");
        Files.setLastModifiedTime(other, YEARS_AGO);
        Files.move(other, directory.resolve("x.csv"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        later(1);
        assertThat(look(stable)).isEmpty();
    }

    @Test
    void oneThatStillGrowsDoesNotHoldUpItsNeighbours() throws IOException {
        Completeness stable = stableFor(5);
        append("a-growing.csv", "1\n");
        append("b-ready.csv", "1\n");
        look(stable);
        later(5);
        append("a-growing.csv", "2\n");
        assertThat(look(stable)).containsExactly("b-ready.csv");
    }

    @Test
    @Tag("E01")
    void aDoneFileMakesItsFileCompleteAndOnlyThat() throws IOException {
        Completeness doneFile = Completeness.of("done-file", ".done", Duration.ZERO, nanos::get);
        append("a.csv", "1\n");
        append("b.csv", "1\n");
        append("b.csv.done", "");
        append("c.csv.done", "");
        assertThat(look(doneFile)).containsExactly("b.csv");
        assertThat(doneFile.strayMarkers(folders.lying())).containsExactly(directory.resolve("c.csv.done"));
    }

    @Test
    void anUnknownWordIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> Completeness.of("mtime", ".done", Duration.ZERO, nanos::get))
                .hasMessageContaining("mtime")
                .hasMessageContaining("stable-size");
    }

    private Completeness stableFor(int seconds) {
        return Completeness.of("stable-size", ".done", Duration.ofSeconds(seconds), nanos::get);
    }

    private void later(int seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    private List<String> look(Completeness completeness) throws IOException {
        return completeness.complete(folders.lying()).stream()
                .map(file -> file.getFileName().toString())
                .toList();
    }

    private void append(String name, String piece) throws IOException {
        Path file = directory.resolve(name);
        Files.writeString(file, piece, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Files.setLastModifiedTime(file, YEARS_AGO);
    }
}
