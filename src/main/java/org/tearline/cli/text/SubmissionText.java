// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.tearline.file.Addresses;
import org.tearline.file.Digest;
import org.tearline.file.Quoted;
import org.tearline.file.ResultFile;
import org.tearline.machine.CpuModel;
import org.tearline.machine.Os;
import org.tearline.words.Members;

/** Prints how to send a result file: through a web form, or with git. */
public record SubmissionText(ResultFile result, PrintStream out) {
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}]");
    private static final Pattern ESCAPED = Pattern.compile("[^ -~]|['\\\\]");

    /** Prints one command that shows the file and one that explains how to send it. */
    public static void nextSteps(Path file, PrintStream out) {
        out.println("result: " + Quoted.full(file.toString()));
        out.println("show it: java -jar " + jar() + " show " + quoted(file.toString()));
        out.println("send it: java -jar " + jar() + " submit " + quoted(file.toString()));
    }

    /** Returns the path of the running jar, or "tester.jar" if it was overwritten or the tester runs from classes. */
    private static String jar() {
        String path = System.getProperty("java.class.path", "");
        try (JarFile jar = new JarFile(path)) {
            return quoted(jar.getName());
        } catch (IOException e) {
            return "tester.jar";
        }
    }

    /** Prints the address of the form, filled in, and the file to drop there. */
    public void printForm(Path file) {
        out.println("Nothing was sent: this command makes no network call. To send the file, you need an account but no"
            + " git:");
        out.println("open this address, drop the file into the form, and submit it. It counts as your account's vote.");
        out.println("(The repository is not public yet; until then, the address does not work: keep the file.)");
        out.println();
        out.println("  " + form());
        String path = file.toAbsolutePath().normalize().toString();
        // A terminal cannot print control or bidi characters.
        if (UNPRINTABLE.matcher(path).find()) {
            path = quoted(path);
        }
        out.println("  " + path);
    }

    /** Returns the address of the form. Answers its questions by their ids in .github/ISSUE_TEMPLATE/result.yml. */
    public String form() {
        CpuModel cpu = result.environment().cpu();
        return Addresses.form(Members.of("title", "Result: " + cpu.key(), "cpu", cpu.name(cpu.key()),
            "jdk", result.environment().jvm().name(),
            "digest", result.digest()));
    }

    /**
     * Prints the commands that send a file from the clone that contains this results folder.
     *
     * @param isNew whether the file was not in its place before
     */
    public void printCommands(Path results, boolean isNew) {
        out.println();
        out.println("Or with git and gh, from a fork:");
        out.println();
        commands(results).forEach(command -> out.println("  " + command));
        if (!isNew) {
            out.println();
            out.println("The file was in its place before. If it has been sent since, nothing is left to do.");
        }
    }

    /** Returns the commands that send a file from the clone that contains this results folder. */
    public List<String> commands(Path results) {
        String branch = "result-" + result.digest().substring(0, Digest.NAME_LENGTH);
        String title = quoted(title());
        // The folder is reports/results in the root.
        Path root = results.toAbsolutePath().normalize().resolve("../..").normalize();
        Path target = results.resolve(result.pathBelow()).toAbsolutePath().normalize();
        String path = root.relativize(target).toString().replace('\\', '/');
        String git = git(root);
        List<String> commands = new ArrayList<>(List.of(git + " switch -c " + branch, git + " add -- " + quoted(path),
            git + " commit -m " + title));
        if (!isHere(root)) {
            String change = "cd ";
            if (Os.WINDOWS) {
                // Works in PowerShell as well as in cmd, where cd does not change the drive.
                change = "pushd ";
            }
            commands.add(change + quoted(root.toString()));
        }
        commands.addAll(List.of("gh repo fork --remote --remote-name fork", "git push -u fork " + branch,
            "gh pr create --title " + title + " --body "
                + quoted("One result file. I publish it under " + ResultFile.LICENCE + ".")));
        return commands;
    }

    /** Prints the commands that commit an accepted file and what was made from it. */
    public void printCommit(Path clone, List<String> changed) {
        String git = "  " + git(clone);
        out.println();
        out.println(git + " add -- " + String.join(" ", changed));
        out.println(git + " commit -m " + quoted(title()));
    }

    private static String git(Path clone) {
        if (isHere(clone)) {
            return "git";
        }
        return "git -C " + quoted(clone.toString());
    }

    private static boolean isHere(Path folder) {
        return folder.toAbsolutePath().normalize().equals(Path.of("").toAbsolutePath().normalize());
    }

    private String title() {
        return "Result: " + result.environment().cpu().key() + ", " + result.date();
    }

    /** Quotes an argument for a POSIX shell; on Windows for cmd and PowerShell. */
    private static String quoted(String argument) {
        if (argument.matches("[A-Za-z0-9_./:\\\\-]+")) {
            return argument;
        }
        if (Os.WINDOWS) {
            return '"' + argument + '"';
        }
        if (!UNPRINTABLE.matcher(argument).find()) {
            return "'" + argument.replace("'", "'\\''") + "'";
        }
        // The shell's notation for escapes.
        String bytes = new String(argument.getBytes(UTF_8), ISO_8859_1);
        return "$'" + ESCAPED.matcher(bytes).replaceAll(one -> String.format("\\\\x%02x", (int) one.group().charAt(0)))
            + "'";
    }
}
