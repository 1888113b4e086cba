// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that prints and may be interrupted. */
abstract class Subcommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;
    PrintStream stdout;
    PrintStream stderr;
    Interruption interruption;

    Subcommand with(PrintStream out, PrintStream err, Interruption interrupted) {
        stdout = out;
        stderr = err;
        interruption = interrupted;
        return this;
    }

    ParameterException bad(String message) {
        return bad(message, null);
    }

    ParameterException bad(String message, Throwable cause) {
        return new ParameterException(spec.commandLine(), message, cause);
    }
}
