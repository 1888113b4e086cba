// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds temporary files and folders of dead processes. A mark in each name identifies the process that created it. */
public final class AbandonedFiles {
    /** Not read on Windows, where this may be an unrelated folder on a drive or, under Wine, the host's /proc. */
    private static final Path PROC = Path.of("/proc");

    private AbandonedFiles() {
    }

    /** The mark of this process: its PID, and the scope in which the PID is valid. */
    public static String mark() {
        return ProcessHandle.current().pid() + "-" + scope() + "-";
    }

    /** The files and folders that dead processes of this user left behind; incomplete if reading a file fails. */
    public static List<Path> in(Path folder, String prefix) {
        Pattern pattern = Pattern.compile(Pattern.quote(prefix) + "(\\d{1,18})-" + scope() + "-.*");
        List<Path> abandoned = new ArrayList<>();
        // Without /proc, this process cannot tell living from dead ones.
        if (ProcessHandle.of(ProcessHandle.current().pid()).isEmpty()) {
            return abandoned;
        }
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
            // The next call finds the rest. A missing folder contains none.
        }
        return abandoned;
    }

    /** Reads the owner of /proc/self if possible, because in a container the user name may be missing or ambiguous. */
    private static UserPrincipal user() throws IOException {
        Path self = PROC.resolve("self");
        if (!Os.WINDOWS && Files.exists(self)) {
            return Files.getOwner(self);
        }
        return FileSystems.getDefault()
            .getUserPrincipalLookupService()
            .lookupPrincipalByName(System.getProperty("user.name"));
    }

    /** Identifies the PID namespace and boot, because containers and machines may share a temporary folder. */
    private static String scope() {
        String names = "";
        try {
            if (!Os.WINDOWS) {
                names = Files.readSymbolicLink(PROC.resolve("self/ns/pid"))
                    + Files.readString(PROC.resolve("sys/kernel/random/boot_id"));
            }
        } catch (IOException | RuntimeException e) {
            // Without these files, all processes share one scope.
        }
        return Integer.toHexString(names.hashCode());
    }
}
