// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.tearline.archive.ArchivedFile;
import org.tearline.file.ResultFile;
import org.tearline.machine.Machine.Os;

/** How a result file is sent in, as commands to run and as clicks. */
public final class SubmissionText {
    /** As much of a digest as names a branch without a second of its name. */
    private static final int DIGEST_DIGITS = 16;

    private SubmissionText() {
    }

    public static String whatNext(Path file) {
        return "(tester show " + file + " prints what it says, tester submit " + file + " how to send it in)";
    }

    /** Results is the folder of all results in a clone of the project. */
    public static void print(ResultFile result, ArchivedFile placed, Path results, PrintStream out) {
        String digest = result.digest().substring(0, DIGEST_DIGITS);
        String title = "Result: " + result.environment().cpu().key() + ", " + result.date();
        Path root = results.toAbsolutePath().normalize().resolve("../..").normalize();
        String clone = root.equals(Path.of("").toAbsolutePath().normalize()) ? "" : " -C " + quoted(root.toString());
        String path = root.relativize(placed.target().toAbsolutePath().normalize()).toString().replace('\\', '/');
        boolean both = Stream.of(root.toString(), path, title).noneMatch(word -> quoted(word).charAt(0) == '\'');
        out.println("Nothing has been sent: this command makes no network call. To send it, with git and gh"
            + (!Os.WINDOWS ? ":" : both ? ", in PowerShell or cmd:" : ", in PowerShell:"));
        out.println();
        out.println("  git" + clone + " switch -c result-" + digest);
        out.println("  git" + clone + " add -- " + quoted(path));
        out.println("  git" + clone + " commit -m " + quoted(title));
        if (!clone.isEmpty()) {
            // The one of these that changes the drive, too, in both shells of Windows.
            out.println((Os.WINDOWS ? "  pushd " : "  cd ") + quoted(root.toString()));
        }
        out.println("  gh repo fork --remote --remote-name fork");
        out.println("  git push -u fork result-" + digest);
        out.println("  gh pr create --title " + quoted(title) + " --body "
            + quoted("One result file. I publish it under " + ResultFile.LICENCE + "."));
        out.println();
        out.println("Or in a browser: open the project's page, go to the folder " + ResultFile.FOLDER + ", choose"
            + " \"Add file\", \"Create new file\",");
        out.println("type the name " + placed.below() + ",");
        out.println("paste the content of the file, commit to a new branch, and open the pull request that is offered:"
            + " one file per request.");
        out.flush();
    }

    /** For both shells of Windows if possible, elsewhere for any of POSIX. */
    public static String quoted(String argument) {
        return quoted(argument, Os.WINDOWS);
    }

    static String quoted(String argument, boolean windows) {
        if (!windows) {
            return argument.matches("[A-Za-z0-9_./-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
        }
        // PowerShell ends an option at its first dot.
        if (argument.matches("--?[A-Za-z0-9-]+|[A-Za-z0-9_./:\\\\][A-Za-z0-9_./:\\\\-]*")) {
            return argument;
        }
        // Within double quotes PowerShell replaces what begins with $ or `, and cmd what stands between two %. And
        // PowerShell takes typographic quotes for straight ones.
        return argument.matches("[^$`%\"\u201c\u201d\u201e]*") ? '"' + argument + '"'
            : "'" + argument.replaceAll("['\u2018\u2019\u201a\u201b]", "$0$0") + "'";
    }
}
