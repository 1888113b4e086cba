// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Command: joins the result files of several runs on one machine and JVM into one. Single-threaded.
 *
 * <pre>java -cp jcstress.jar org.tearline.jcstress.Join WHOLE PART...</pre>
 *
 * <p>Exit codes: 0 done, 1 a file is missing or broken, 2 wrong usage.
 */
public final class Join {

    private Join() {
    }

    public static void main(String[] args) {
        if (args.length < 2) {
            System.err.println("usage: java -cp jcstress.jar org.tearline.jcstress.Join WHOLE PART...");
            System.exit(2);
        }
        try {
            ResultFile.join(Path.of(args[0]), Arrays.stream(args).skip(1).map(Path::of).toList());
        } catch (IOException e) {
            System.err.println("join: " + e.getMessage());
            System.exit(1);
        }
    }
}
