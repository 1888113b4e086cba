// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;

/**
 * A result file in its place below the results folder.
 *
 * @param below the path below the results folder, with slashes
 * @param fresh whether the file is new
 */
public record ArchivedFile(Path target, String below, boolean fresh) {
    /**
     * Writes a valid file to its place below the results folder, unless it exists.
     *
     * @throws IOException if the file cannot be written, or exists with different content
     */
    public static ArchivedFile put(ResultFile file, Path results) throws IOException {
        String below = file.pathBelow();
        Path target = results.resolve(below);
        if (Files.exists(target)) {
            if (Files.size(target) > ResultFile.MAX_BYTES
                || !Arrays.equals(Files.readAllBytes(target), ResultText.stored(file))) {
                throw new IOException(target + " already exists with different content; nothing was written");
            }
            return new ArchivedFile(target, below, false);
        }
        Files.createDirectories(target.getParent());
        ResultText.write(file, target);
        return new ArchivedFile(target, below, true);
    }
}
