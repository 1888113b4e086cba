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
import org.tearline.machine.Machine.Os;

/**
 * Names temporary files and folders by their process, so that leftovers of a killed one can be told from files in use.
 */
public final class ProcessMark {
    /** Null on Windows, where a drive may hold anything under this name: Wine shows the host's. */
    private static final Path PROC = Os.WINDOWS ? null : Path.of("/proc");

    private ProcessMark() {
    }

    /** The part of a name that follows the prefix: this process, and where its number is valid. */
    public static String own() {
        return ProcessHandle.current().pid() + "-" + world() + "-";
    }

    /**
     * Files in a folder that processes of this user left behind when they ended; others may write into the folder too.
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

    /** Whether a signal or a debugger has stopped a process; false where nothing tells. */
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

    /** By number where there is /proc: in a container the name may be missing or ambiguous. */
    private static UserPrincipal user() throws IOException {
        Path self = PROC == null ? null : PROC.resolve("self");
        return self != null && Files.exists(self) ? Files.getOwner(self) : FileSystems.getDefault()
            .getUserPrincipalLookupService().lookupPrincipalByName(System.getProperty("user.name"));
    }

    /** The PID namespace and boot: containers and machines may share a temporary folder. */
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
