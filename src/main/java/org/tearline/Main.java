package org.tearline;

import org.tearline.cli.TesterCommand;

/** The program: streams in, one exit. */
public final class Main {
    private Main() {
    }

    /** Runs the command line and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(TesterCommand.execute(arguments, System.getProperties(), System.out, System.err));
    }
}
