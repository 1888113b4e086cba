// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.tearline.file.WholeFile;
import org.tearline.loop.MappedFile;
import org.tearline.loop.Region;
import org.tearline.trial.Geometry;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What a file or folder on the command line must be before the work begins. */
final class PathArgument {
    /** The part of a mode that tells what a file is; POSIX leaves the values open, every Unix has these. */
    private static final int FILE_TYPE = 0xf000;
    private static final int FIFO = 0x1000;
    private static final int CHARACTER_DEVICE = 0x2000;
    private static final int BLOCK_DEVICE = 0x6000;
    private static final int SOCKET = 0xc000;

    private PathArgument() {
    }

    static void file(CommandSpec spec, Path file) {
        if (!Files.isRegularFile(file)) {
            throw bad(spec, file + ": " + what(file), null);
        }
        if (!Files.isReadable(file)) {
            throw bad(spec, file + ": not readable", null);
        }
    }

    /**
     * Refuses what is no folder.
     *
     * @param option with a blank behind it; empty for an argument without an option
     * @param advice with a semicolon before it; or empty
     */
    static void folder(CommandSpec spec, String option, Path folder, String advice) {
        if (!Files.isDirectory(folder)) {
            throw bad(spec, option + folder + ": there is no such folder" + advice, null);
        }
    }

    /** Refuses an --out that cannot be written; a file that is there may be replaced, unless it is read-only. */
    static void out(CommandSpec spec, Path out) {
        Path folder = out.toAbsolutePath().getParent();
        String problem = Files.isDirectory(out) ? "is a folder, not a file"
            : !Files.isDirectory(folder) ? "there is no such folder"
            : !Files.isWritable(folder) ? "the folder cannot be written to"
            : Files.isSymbolicLink(out) && Files.notExists(out) ? "is a link to nothing"
            : Files.exists(out) && !Files.isRegularFile(out) ? "is no regular file"
            // Windows would refuse in the end; elsewhere it is taken for what its owner means, too.
            : Files.exists(out) && !Files.isWritable(out) ? "is read-only" : null;
        if (problem != null) {
            throw bad(spec, "--out " + out + ": " + problem, null);
        }
    }

    /** Opens what --file names; null is a new file in the usual place. */
    static MappedFile mapped(CommandSpec spec, Path file, Geometry geometry) throws IOException {
        long bytes = Region.bytes(geometry.pageBytes());
        if (file == null) {
            return MappedFile.temporary(bytes);
        }
        try {
            return MappedFile.at(file, bytes);
        } catch (IllegalArgumentException e) {
            throw bad(spec, "--file " + file + " " + e.getMessage(), e);
        } catch (FileSystemException e) {
            throw bad(spec, "--file " + file + ": " + WholeFile.why(e), e);
        }
    }

    private static ParameterException bad(CommandSpec spec, String message, Throwable cause) {
        return new ParameterException(spec.commandLine(), message, cause);
    }

    private static String what(Path file) {
        if (Files.isDirectory(file)) {
            return "a folder, not a result file";
        }
        try {
            int type = (int) Files.getAttribute(file, "unix:mode") & FILE_TYPE;
            return switch (type) {
                case FIFO -> "a FIFO";
                case CHARACTER_DEVICE, BLOCK_DEVICE -> "a device";
                case SOCKET -> "a socket";
                default -> "no regular file";
            } + ", not a result file";
        } catch (NoSuchFileException e) {
            return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? "a link to nothing" : "no such file";
        } catch (FileSystemException e) {
            return WholeFile.why(e);
        } catch (IOException | UnsupportedOperationException e) {
            return Files.exists(file) ? "no regular file" : "no such file";
        }
    }
}
