// SPDX-License-Identifier: Apache-2.0
package org.tearline;

import org.tearline.cli.ExitCode;
import org.tearline.cli.Program;

/** The program: streams in, one exit. */
public final class Main {
    private Main() {
    }

    /** Runs the command line and ends the JVM with its exit code, by which a failed start is told from a tear. */
    public static void main(String[] arguments) {
        System.exit(execute(arguments));
    }

    private static int execute(String[] arguments) {
        try {
            // Options are read by reflection, each once: from JDK 18 on, compiling an accessor for each takes far
            // longer.
            System.setProperty("jdk.reflect.useNativeAccessorOnly", "true");
            return ExitCode.forCaller(Program.execute(arguments, System.getProperties(), System.out, System.err));
        } catch (RuntimeException | Error e) {
            // A security manager, a limit on threads, a damaged jar: the JVM would end with 1, which means torn.
            System.err.println("tester: cannot work in this JVM" + (e instanceof LinkageError
                ? " (was the jar replaced while it ran?)" : "") + ": " + e.toString().replaceAll("\\R+\\s*", " "));
            return ExitCode.INTERNAL_ERROR;
        }
    }
}
