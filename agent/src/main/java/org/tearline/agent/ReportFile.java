// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes the report whole or not at all. Stateless. Thread-safe. */
final class ReportFile {
    private ReportFile() {
    }

    /** Returns what hinders a file of this name from being written, whatever is tried; null if nothing is known. */
    static String problem(Path file) {
        return Files.isDirectory(file) ? "is a folder, not a file"
            : Files.exists(file) && !Files.isRegularFile(file) ? "is no regular file" : null;
    }

    /**
     * Writes the text over what is there, if that is a regular file.
     *
     * @throws IOException if it cannot; the target is as it was, and nothing stands beside it
     */
    static void write(String text, Path file) throws IOException {
        String problem = problem(file);
        if (problem != null) {
            throw new IOException(problem);
        }
        // A name that nobody can foresee, and never a file that is there: the folder may be one that others write into.
        Path beside = file.resolveSibling("." + file.getFileName() + "-" + UUID.randomUUID() + ".tmp");
        try {
            Files.writeString(beside, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            deleteIfExists(beside);
        }
    }

    /** Deletes a file. In a folder where nothing may be written nothing may be deleted, and only the first is news. */
    private static void deleteIfExists(Path file) throws IOException {
        try {
            Files.deleteIfExists(file);
        } catch (SecurityException e) {
            // It could not be made.
        }
    }

    /** Returns why a file could not be written: Java gives the commonest causes a class of their own, and no words. */
    static String why(Exception problem) {
        if (problem instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (problem instanceof NoSuchFileException) {
            return "no such folder";
        }
        return problem instanceof FileSystemException file && file.getReason() != null ? file.getReason()
            : problem.getMessage() == null ? problem.toString() : problem.getMessage();
    }
}
