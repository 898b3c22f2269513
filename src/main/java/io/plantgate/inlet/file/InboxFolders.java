package io.plantgate.inlet.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An inbox on disk: new files in the folder itself, then {@code claimed/<node>/}, then {@code done/} or {@code failed/}.
 * Links are never followed, so nothing outside is read or written.
 */
final class InboxFolders {

    private final Path inbox;
    private final Path claimed;
    private final Path done;
    private final Path failed;

    InboxFolders(Path inbox, String node) {
        this.inbox = inbox.toAbsolutePath().normalize();
        this.claimed = this.inbox.resolve("claimed").resolve(node);
        this.done = this.inbox.resolve("done");
        this.failed = this.inbox.resolve("failed");
    }

    Path inbox() {
        return inbox;
    }

    Path claimed() {
        return claimed;
    }

    /** Makes what is missing, and refuses a link in the place of a folder. */
    void prepare() throws IOException {
        Files.createDirectories(inbox);
        for (Path folder : List.of(claimed.getParent(), claimed, done, failed)) {
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(folder);
            }
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw new NotDirectoryException(folder + " must be a folder, not a link or a file: move it away.");
            }
        }
    }

    /** What lies in the inbox itself, in the order of names, links as links. */
    Map<Path, BasicFileAttributes> lying() throws IOException {
        Map<Path, BasicFileAttributes> lying = new TreeMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(inbox)) {
            for (Path entry : entries) {
                BasicFileAttributes attributes = attributes(entry);
                if (attributes != null && !attributes.isDirectory()) {
                    lying.put(entry, attributes);
                }
            }
        }
        return lying;
    }

    /** What this node has claimed and not settled. */
    List<SafeName> claimedNames() throws IOException {
        List<SafeName> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(claimed)) {
            entries.forEach(
                    entry -> names.add(SafeName.parse(entry.getFileName().toString())));
        }
        names.removeIf(name -> name == null);
        return names;
    }

    /** The attributes of the entry itself; null if it is gone. */
    static BasicFileAttributes attributes(Path entry) throws IOException {
        try {
            return Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /**
     * Claims by one atomic rename: whoever renames first has it.
     *
     * @throws NoSuchFileException if another was first
     */
    Path claim(Path file, SafeName name) throws IOException {
        Path target = claimed.resolve(name.onDisk());
        refuseExisting(target);
        return Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
    }

    Path moveToDone(Path file) throws IOException {
        return moveAside(file, done);
    }

    /** Writes the reason beside it first: a file in {@code failed/} always has one. */
    Path moveToFailed(Path file, String reason) throws IOException {
        Path target = free(failed, file.getFileName().toString());
        Files.writeString(target.resolveSibling(target.getFileName() + ".reason.txt"), reason, StandardCharsets.UTF_8);
        return Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path moveAside(Path file, Path folder) throws IOException {
        return Files.move(file, free(folder, file.getFileName().toString()), StandardCopyOption.ATOMIC_MOVE);
    }

    // Import numbers make names unique, unless the database was made anew: an older file is never overwritten.
    private static Path free(Path folder, String name) {
        Path target = folder.resolve(name);
        for (int copy = 2; Files.exists(target, LinkOption.NOFOLLOW_LINKS); copy++) {
            target = folder.resolve(copy + "_" + name);
        }
        return target;
    }

    private static void refuseExisting(Path target) throws FileAlreadyExistsException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString());
        }
    }
}
