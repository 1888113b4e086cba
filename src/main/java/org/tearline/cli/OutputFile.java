// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks what {@code --out} names before the work whose result goes there. Stateless. Thread-safe. */
final class OutputFile {
    private OutputFile() {
    }

    /** Refuses where no file can be written; one that is there may be replaced, unless it is read-only. */
    static void check(CommandSpec spec, Path out) {
        Path folder = out.toAbsolutePath().getParent();
        String problem = Files.isDirectory(out) ? "is a folder, not a file"
            : !Files.isDirectory(folder) ? "there is no such folder"
            : !Files.isWritable(folder) ? "the folder cannot be written to"
            : Files.isSymbolicLink(out) && Files.notExists(out) ? "is a link to nothing"
            : Files.exists(out) && !Files.isRegularFile(out) ? "is no regular file"
            // Windows would refuse in the end; elsewhere it is taken for what its owner means, too.
            : Files.exists(out) && !Files.isWritable(out) ? "is read-only" : null;
        if (problem != null) {
            throw new ParameterException(spec.commandLine(), "--out " + out + ": " + problem);
        }
    }
}
