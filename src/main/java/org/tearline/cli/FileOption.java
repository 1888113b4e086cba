// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.tearline.cli.Subcommand.bad;
import static org.tearline.cli.Subcommand.reject;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import org.tearline.file.AtomicFile;
import org.tearline.loop.Region;
import org.tearline.machine.MappedFile;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import picocli.CommandLine.Option;

/** The option {@code --file}: the file that trials in mapped memory map. */
final class FileOption {
    @Option(names = "--file", paramLabel = "PATH", description = "File to map, only with --memory mapped. A new file is"
        + " deleted at the end; an existing one must be large enough and contain only zeros where the tester writes."
        + " Default: a new temporary file")
    private Path file;

    /** Fails if a file was given, but no memory needs one. */
    void requireMapped(List<Memory> memories) {
        reject(file != null && !memories.contains(Memory.MAPPED), "--file " + file + " requires --memory mapped, not "
            + VectorOptions.option("memory", memories));
    }

    /** Opens or creates the file, or a temporary one if none was given; returns null if no memory needs one. */
    MappedFile open(List<Memory> memories, Geometry geometry) throws IOException {
        requireMapped(memories);
        if (!memories.contains(Memory.MAPPED)) {
            return null;
        }
        long bytes = Region.bytes(geometry.pageBytes());
        if (file == null) {
            return MappedFile.temporary(bytes);
        }
        try {
            return MappedFile.at(file, bytes);
        } catch (IllegalArgumentException e) {
            throw bad("--file " + file + " " + e.getMessage());
        } catch (FileSystemException e) {
            throw bad("--file " + file + ": " + AtomicFile.why(e));
        }
    }
}
