package io.plantgate.inlet.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InboxFoldersTest {

    @TempDir
    private Path directory;

    @Test
    @Tag("J03")
    void aLinkInThePlaceOfAFolderIsRefused() throws IOException {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Path inbox = Files.createDirectory(directory.resolve("inbox"));
        Files.createSymbolicLink(inbox.resolve("done"), outside);
        assertThatThrownBy(() -> new InboxFolders(inbox, "node-1").prepare())
                .isInstanceOf(NotDirectoryException.class)
                .hasMessageContaining("done");
    }

    @Test
    void anOlderFileInDoneIsNeverOverwritten() throws IOException {
        InboxFolders folders = folders();
        Path older = Files.writeString(directory.resolve("done/00000001__x.csv"), "older");
        Path claimed = Files.writeString(folders.claimed().resolve("00000001__x.csv"), "newer");
        Path target = folders.moveToDone(claimed);
        assertThat(older).hasContent("older");
        assertThat(target).hasContent("newer").hasParent(directory.resolve("done"));
    }

    @Test
    void whatFailedLiesBesideItsReason() throws IOException {
        InboxFolders folders = folders();
        Path claimed = Files.writeString(folders.claimed().resolve("00000001__x.csv"), "x");
        Path target = folders.moveToFailed(claimed, "why");
        assertThat(target).hasContent("x");
        assertThat(directory.resolve("failed/00000001__x.csv.reason.txt")).hasContent("why");
    }

    @Test
    void foldersInsideTheInboxAreNotFiles() throws IOException {
        InboxFolders folders = folders();
        Files.createDirectory(directory.resolve("sub"));
        Path file = Files.writeString(directory.resolve("x.csv"), "x");
        assertThat(folders.lying().keySet()).containsExactly(file);
    }

    private InboxFolders folders() throws IOException {
        InboxFolders folders = new InboxFolders(directory, "node-1");
        folders.prepare();
        return folders;
    }
}
