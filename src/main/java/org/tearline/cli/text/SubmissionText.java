// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.nio.file.Path;
import org.tearline.archive.ArchivedFile;
import org.tearline.file.ResultFile;
import org.tearline.machine.Machine.Os;

/** Prints how to submit a result file, with git or in a browser. */
public final class SubmissionText {
    /** Enough digits of the digest for a unique branch name. */
    private static final int DIGEST_DIGITS = 16;

    private SubmissionText() {
    }

    public static String nextSteps(Path file) {
        return "(tester show " + file + " prints it, tester submit " + file + " prints how to submit it)";
    }

    /** Prints commands for a clone of the project with this results folder. */
    public static void print(ResultFile result, ArchivedFile placed, Path results, PrintStream out) {
        String digest = result.digest().substring(0, DIGEST_DIGITS);
        String title = "Result: " + result.environment().cpu().key() + ", " + result.date();
        Path root = results.toAbsolutePath().normalize().resolve("../..").normalize();
        String clone = root.equals(Path.of("").toAbsolutePath().normalize()) ? "" : " -C " + quoted(root.toString());
        String path = root.relativize(placed.target().toAbsolutePath().normalize()).toString().replace('\\', '/');
        out.println("Nothing was sent: this command makes no network call. To send the file with git and gh:");
        out.println();
        out.println("  git" + clone + " switch -c result-" + digest);
        out.println("  git" + clone + " add -- " + quoted(path));
        out.println("  git" + clone + " commit -m " + quoted(title));
        if (!clone.isEmpty()) {
            // Only pushd changes the drive in both Windows shells.
            out.println((Os.WINDOWS ? "  pushd " : "  cd ") + quoted(root.toString()));
        }
        out.println("  gh repo fork --remote --remote-name fork");
        out.println("  git push -u fork result-" + digest);
        out.println("  gh pr create --title " + quoted(title) + " --body "
            + quoted("One result file. I publish it under " + ResultFile.LICENCE + "."));
        out.println();
        out.println("Or in a browser: open the project's page, go to the folder " + ResultFile.FOLDER + ", choose"
            + " \"Add file\", \"Create new file\",");
        out.println("enter the name " + placed.below() + ",");
        out.println("paste the content of the file, commit to a new branch, and open the pull request that the page"
            + " offers: one file per request.");
        out.flush();
    }

    /** Quotes an argument for a POSIX shell; on Windows for cmd and PowerShell. */
    private static String quoted(String argument) {
        return argument.matches("[A-Za-z0-9_./:\\\\-]+") ? argument
            : Os.WINDOWS ? '"' + argument + '"' : "'" + argument.replace("'", "'\\''") + "'";
    }
}
