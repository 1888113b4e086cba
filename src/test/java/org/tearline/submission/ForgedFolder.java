// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.published.Digest;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultPath;
import org.tearline.published.ResultText;
import org.tearline.published.UnreadableResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives forged files the digest, the layout and the place that belong to their content, and examines them as a pull
 * request would be: beside everything that is published. What is then refused is refused for what it says. Not
 * thread-safe.
 */
public final class ForgedFolder {
    private ForgedFolder() {
    }

    /** Takes the folder of forged files, the repository that they are for, and a folder that is overwritten. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            System.err.println("ForgedFolder: give FORGED REPOSITORY WORK");
            System.exit(2);
        }
        examine(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]), System.out);
    }

    /** Prints a line for each file, and how many were accepted; returns that number. */
    static int examine(Path forged, Path repository, Path work, PrintStream out) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(forged)) {
            files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
        }
        int accepted = 0;
        for (Path file : files) {
            String verdict = verdict(file, repository, work);
            accepted += verdict.isEmpty() ? 1 : 0;
            out.println((verdict.isEmpty() ? "ACCEPTED " : "refused  ") + forged.relativize(file) + " " + verdict);
        }
        out.println(accepted + " of " + files.size() + " accepted");
        return accepted;
    }

    private static String verdict(Path file, Path repository, Path work) throws IOException {
        byte[] bytes;
        ResultFile result;
        try {
            JsonNode tree = ResultText.parse(Files.readAllBytes(file));
            if (tree instanceof ObjectNode object) {
                object.put("digest", Digest.of(object));
                bytes = Resealed.bytes(object);
            } else {
                return "json: no object";
            }
            Examination alone = new Validator(Clock.systemUTC()).examine(file.toString(), bytes);
            if (!alone.valid()) {
                return String.join(" | ", alone.findings().stream().map(Finding::line).toList());
            }
            result = alone.file();
        } catch (UnreadableResult | IllegalArgumentException e) {
            return "json: " + e.getMessage();
        }
        copy(repository.resolve("reports"), work.resolve("reports"));
        Path target = work.resolve(ResultPath.of(result));
        Files.createDirectories(target.getParent());
        Files.write(target, bytes);
        List<String> faults = new ArrayList<>();
        new Batch(new Validator(Clock.systemUTC())).tree(work, examination -> examination.findings().forEach(
            finding -> faults.add(finding.line())));
        return String.join(" | ", faults);
    }

    /** Only the results and the list of recalls: nothing that a report is made of. */
    private static void copy(Path from, Path to) throws IOException {
        if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> old = Files.walk(to)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.filter(path -> path.startsWith(from.resolve("results"))
                || path.endsWith(RecallList.NAME)).toList()) {
                Path target = to.resolve(from.relativize(path));
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    Files.copy(path, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }
}
