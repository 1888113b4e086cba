// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.tearline.published.Digest;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultPath;
import org.tearline.published.ResultText;
import org.tearline.published.UnreadableResult;
import org.tearline.submission.Batch;
import org.tearline.submission.Examination;
import org.tearline.submission.Finding;
import org.tearline.submission.RecallList;
import org.tearline.submission.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Examines forged files as a pull request would be. Not thread-safe. */
@Command(name = "forged", header = "Examines a folder of forged result files as pull requests.",
    description = {"", "Each file gets the digest, the layout and the place that belong to its content, and is"
        + " validated beside everything that is published: what is then refused is refused for what it says. Prints"
        + " which rule refuses it, or ACCEPTED.", ""},
    exitCodeList = {"0:examined", "1:failed", "2:wrong usage"})
public final class Forged implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Parameters(paramLabel = "DIR", description = "The folder of forged files.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new ParameterException(command.commandLine(), "'" + folder + "': there is no such folder");
        }
        Path work = Files.createTempDirectory("forged");
        try {
            examine(folder, Tools.ROOT, work, System.out);
        } finally {
            Tools.delete(work);
        }
        return 0;
    }

    /** Prints a line for each file, and how many were accepted; returns that number. */
    static int examine(Path forged, Path repository, Path work, PrintStream out) throws IOException {
        List<Path> files = Batch.below(forged);
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
            Tools.delete(to);
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
