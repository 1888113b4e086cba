package org.tearline;

import org.tearline.cli.Program;

/** The program: streams in, one exit. */
public final class Main {
    private Main() {
    }

    /** Runs the command line and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        // Options are read by reflection, each once: from JDK 18 on, compiling an accessor for each takes far longer.
        System.setProperty("jdk.reflect.useNativeAccessorOnly", "true");
        System.exit(Program.execute(arguments, System.getProperties(), System.out, System.err));
    }
}
