// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.stream.Stream;
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
        boolean both = Stream.of(root.toString(), path, title).noneMatch(word -> quoted(word).charAt(0) == '\'');
        out.println("Nothing was sent: this command makes no network call. To send the file with git and gh"
            + (!Os.WINDOWS ? ":" : both ? " in PowerShell or cmd:" : " in PowerShell:"));
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

    /** Quotes an argument for a POSIX shell, or on Windows for both cmd and PowerShell if possible. */
    public static String quoted(String argument) {
        return quoted(argument, Os.WINDOWS);
    }

    static String quoted(String argument, boolean windows) {
        if (!windows) {
            return argument.matches("[A-Za-z0-9_./-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
        }
        // PowerShell splits an unquoted option at its first dot.
        if (argument.matches("--?[A-Za-z0-9-]+|[A-Za-z0-9_./:\\\\][A-Za-z0-9_./:\\\\-]*")) {
            return argument;
        }
        // Within double quotes PowerShell expands $ and `, and cmd expands %name%. PowerShell treats typographic quotes
        // like straight ones.
        return argument.matches("[^$`%\"\u201c\u201d\u201e]*") ? '"' + argument + '"'
            : "'" + argument.replaceAll("['\u2018\u2019\u201a\u201b]", "$0$0") + "'";
    }
}
