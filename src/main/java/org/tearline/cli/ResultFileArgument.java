package org.tearline.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What a file on the command line must be before anybody reads it. Stateless. */
final class ResultFileArgument {
    private ResultFileArgument() {
    }

    static void check(CommandSpec spec, Path file) {
        if (!Files.isRegularFile(file)) {
            throw new ParameterException(spec.commandLine(), file + ": "
                + (Files.isDirectory(file) ? "a folder, not a result file" : "no such file"));
        }
        if (!Files.isReadable(file)) {
            throw new ParameterException(spec.commandLine(), file + ": not readable");
        }
    }
}
