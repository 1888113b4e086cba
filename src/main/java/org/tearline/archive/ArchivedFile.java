// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.tearline.file.ResultFile;
import org.tearline.file.ResultText;

/**
 * A result file in its computed place.
 *
 * @param target where it lies
 * @param below  the same from the results folder, with slashes
 * @param fresh  whether it was not there before
 */
public record ArchivedFile(Path target, String below, boolean fresh) {
    /**
     * Puts a valid file into its place below the results folder; a file that is there already is left alone.
     *
     * @throws IOException if it cannot be written, or if another file has its name
     */
    public static ArchivedFile put(ResultFile file, Path results) throws IOException {
        String below = file.pathBelow();
        Path target = results.resolve(below);
        if (Files.exists(target)) {
            if (Files.size(target) > ResultFile.MAX_BYTES
                || !Arrays.equals(Files.readAllBytes(target), ResultText.stored(file))) {
                throw new IOException(target + " exists already with other content; nothing was written");
            }
            return new ArchivedFile(target, below, false);
        }
        Files.createDirectories(target.getParent());
        ResultText.write(file, target);
        return new ArchivedFile(target, below, true);
    }
}
