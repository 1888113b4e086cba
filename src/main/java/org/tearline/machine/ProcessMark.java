// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names temporary files and folders by the process that makes them, so that what one left that was killed is known from
 * what belongs to one that lives. Stateless. Thread-safe.
 */
public final class ProcessMark {
    /** Not on Windows, where the current drive may hold anything under this name: Wine shows that of its host. */
    private static final Path PROC = Os.WINDOWS ? null : Path.of("/proc");

    private ProcessMark() {
    }

    /** Returns what stands behind the prefix of a name: this process, and where its number means anything. */
    public static String own() {
        return ProcessHandle.current().pid() + "-" + world() + "-";
    }

    /**
     * Returns what processes of this user that are gone have left in a folder, which others may write into too.
     *
     * @param prefix what stands before the mark
     */
    public static List<Path> abandoned(Path folder, String prefix) {
        Pattern pattern = Pattern.compile(Pattern.quote(prefix) + "(\\d{1,18})-" + world() + "-.*");
        List<Path> abandoned = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, prefix + "*")) {
            UserPrincipal user = user();
            for (Path file : files) {
                Matcher mark = pattern.matcher(file.getFileName().toString());
                if (mark.matches() && ProcessHandle.of(Long.parseLong(mark.group(1))).isEmpty()
                    && Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                    abandoned.add(file);
                }
            }
        } catch (IOException | RuntimeException e) {
            // What cannot be read now is left for the next one; a folder that is not there is no trouble of this.
        }
        return abandoned;
    }

    /** Returns whether a process was halted by a signal to stop, or by a debugger; false where nobody can tell. */
    public static boolean halted(long pid) {
        try {
            // The command's name is cut after 15 bytes, which may be within a letter.
            String text = PROC == null ? "" : Files.readString(PROC.resolve(pid + "/stat"),
                StandardCharsets.ISO_8859_1);
            return text.substring(text.lastIndexOf(')') + 1).strip().toLowerCase(Locale.ROOT).startsWith("t");
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** By its number where there is /proc: a name may be missing, as in a container, or not be an owner's in full. */
    private static UserPrincipal user() throws IOException {
        Path self = PROC == null ? null : PROC.resolve("self");
        return self != null && Files.exists(self) ? Files.getOwner(self) : FileSystems.getDefault()
            .getUserPrincipalLookupService().lookupPrincipalByName(System.getProperty("user.name"));
    }

    /** Returns where process numbers mean the same: containers and machines may share a temporary folder. */
    private static String world() {
        String names = "";
        try {
            names = PROC == null ? "" : Files.readSymbolicLink(PROC.resolve("self/ns/pid")) + Files.readString(
                PROC.resolve("sys/kernel/random/boot_id"));
        } catch (IOException | RuntimeException e) {
            // Not Linux: there is one such place.
        }
        return Integer.toHexString(names.hashCode());
    }
}
