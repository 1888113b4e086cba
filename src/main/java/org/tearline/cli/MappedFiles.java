// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.tearline.file.WholeFile;
import org.tearline.loop.MappedFile;
import org.tearline.loop.Region;
import org.tearline.trial.Geometry;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Opens what {@code --file} names, in {@code run} and {@code sweep}. Stateless. Thread-safe. */
final class MappedFiles {
    private MappedFiles() {
    }

    /**
     * Returns the file to map, to be closed afterwards.
     *
     * @param file    of the user's choice; null for a new one in the usual place
     * @param command whose user hears of a bad choice
     * @throws IOException if the usual place cannot be written
     */
    static MappedFile open(Path file, Geometry geometry, CommandLine command) throws IOException {
        long bytes = Region.bytes(geometry.pageBytes());
        if (file == null) {
            return MappedFile.temporary(bytes);
        }
        try {
            return MappedFile.at(file, bytes);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, "--file " + file + " " + e.getMessage(), e);
        } catch (FileSystemException e) {
            throw new ParameterException(command, "--file " + file + ": " + WholeFile.why(e), e);
        }
    }
}
