// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.tearline.file.WholeFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Holds what a file or folder on the command line must be before anybody reads it. Stateless. */
final class PathArgument {
    /** The part of a mode that tells what a file is, and its values: POSIX leaves them open, every Unix has these. */
    private static final int FILE_TYPE = 0xf000;
    private static final int FIFO = 0x1000;
    private static final int CHARACTER_DEVICE = 0x2000;
    private static final int BLOCK_DEVICE = 0x6000;
    private static final int SOCKET = 0xc000;

    private PathArgument() {
    }

    static void file(CommandSpec spec, Path file) {
        if (!Files.isRegularFile(file)) {
            throw new ParameterException(spec.commandLine(), file + ": " + what(file));
        }
        if (!Files.isReadable(file)) {
            throw new ParameterException(spec.commandLine(), file + ": not readable");
        }
    }

    /**
     * Refuses what is no folder.
     *
     * @param option what the folder was given by, with a blank behind it; empty for an argument without an option
     * @param advice what to do where there is none, behind a semicolon; or empty
     */
    static void folder(CommandSpec spec, String option, Path folder, String advice) {
        if (!Files.isDirectory(folder)) {
            throw new ParameterException(spec.commandLine(), option + folder + ": there is no such folder" + advice);
        }
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
