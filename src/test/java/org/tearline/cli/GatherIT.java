// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.published.Kind;
import org.tearline.published.Resealed;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultPath;
import org.tearline.published.ResultText;
import org.tearline.published.Silences;
import org.tearline.published.SyntheticResults;

/** The packaged jar's gather: what it keeps, what it says, and that a kill loses nothing. */
class GatherIT {
    @TempDir
    private Path folder;

    private Path results;
    private Path brought;
    private final SyntheticResults machines = new SyntheticResults(33);

    @BeforeEach
    void makeFolders() throws IOException {
        results = Files.createDirectories(folder.resolve("clone").resolve(ResultPath.ROOT));
        brought = Files.createDirectories(folder.resolve("brought/deep"));
    }

    @Test
    void shouldSayWhatIsNewWhatIsThereAndWhatIsRefused() throws Exception {
        ResultFile first = machines.next();
        ResultFile second = machines.next();
        ResultText.write(first, brought.resolve("a.json"));
        ResultText.write(second, brought.resolve("b.json"));
        ResultText.write(first, brought.resolve("c.json"));
        Files.write(brought.resolve("d.json"), Resealed.after(second, tree -> tree.put("date", "2026-02-03")));
        Files.write(brought.resolve("e.json"), Resealed.after(second, tree -> tree.put("date", "2099-01-01")));
        Files.writeString(brought.resolve("f.json"), "{\"schemaVersion\"");
        Files.writeString(brought.resolve("notes.txt"), "not a result");

        Jar.Result run = gather();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(7);
        assertThat(lines.get(0)).isEqualTo("new: " + brought.resolve("a.json") + " is " + ResultPath.below(first));
        assertThat(lines.get(1)).isEqualTo("new: " + brought.resolve("b.json") + " is " + ResultPath.below(second));
        assertThat(lines.get(2)).startsWith("there already: " + brought.resolve("c.json") + ": duplicate-digest");
        assertThat(lines.get(3)).startsWith("there already: " + brought.resolve("d.json") + ": duplicate-run");
        assertThat(lines.get(4)).startsWith("refused: " + brought.resolve("e.json") + ": date");
        assertThat(lines.get(5)).startsWith("refused: " + brought.resolve("f.json") + ": json");
        assertThat(lines.get(6)).isEqualTo(
            "2 new, 2 there already, 2 refused; 0 of the new contradict what was published");
        assertThat(LoadedJar.run("validate", "--pr", folder.resolve("clone").toString()).exitCode()).isZero();
        assertThat(gather().out()).endsWith(
            "0 new, 4 there already, 2 refused; 0 of the new contradict what was published\n");
    }

    @Test
    void shouldNameAContradictionAndKeepItsFile() throws Exception {
        ResultFile whole = next(false, null);
        ResultFile torn = next(true, whole.placements().get(0).name().toString());
        ResultFile contradicting = ResultFile.unsealed(Kind.SWEEP, whole.date(), torn.runId(), torn.tester(),
            whole.environment(), torn.profile(), whole.placements(), Silences.noted(torn.series(), torn.profile(),
            whole.environment(), whole.placements()), whole.evidence()).sealed();
        ResultText.write(whole, brought.resolve("whole.json"));
        assertThat(gather().exitCode()).isZero();
        ResultText.write(contradicting, brought.resolve("x.json"));

        Jar.Result run = gather();

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.out()).contains("contradicts: " + ResultPath.below(contradicting) + ": ",
            "plain/volatile at ", " was none-strong and is ", "1 new, 1 there already, 0 refused; 1 of the new");
        assertThat(results.resolve(ResultPath.below(contradicting))).exists();
    }

    @Test
    void shouldRefuseWhatIsRecalled() throws Exception {
        ResultFile file = machines.next();
        ResultText.write(file, brought.resolve("a.json"));
        Files.writeString(results.resolveSibling("recalled.txt"), file.digest() + " the clock was broken\n");

        Jar.Result run = gather();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("a.json: recalled: the clock was broken");
        assertThat(tree(results)).isEmpty();
    }

    @Test
    void shouldMakeTheSameAfterAKill() throws Exception {
        for (int i = 0; i < 40; i++) {
            ResultText.write(machines.next(), brought.resolve(i + ".json"));
        }
        Path other = Files.createDirectories(folder.resolve("other").resolve(ResultPath.ROOT));
        assertThat(LoadedJar.run("gather", "--results", other.toString(), brought.toString()).exitCode()).isZero();
        Process process = Jar.start(System.getProperty("java.home"), builder -> builder.redirectError(
            ProcessBuilder.Redirect.DISCARD), "gather", "--results", results.toString(), brought.toString());
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("new: ");
            process.destroyForcibly().waitFor();
        }
        Path leftover = results.resolve(".x.json-01234567-89ab-cdef-0123-456789abcdef.tmp");
        Files.writeString(leftover, "{");

        assertThat(gather().exitCode()).isZero();
        assertThat(tree(results)).hasSize(40).isEqualTo(tree(other));
    }

    @Test
    void shouldTakeOneLineForAFolderThatIsNotThere() throws Exception {
        for (String[] wrong : new String[][] {{"gather"}, {"gather", "/nowhere"},
            {"gather", "--results", "/nowhere", brought.toString()}}) {
            Jar.Result run = LoadedJar.run(wrong);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err().lines()).hasSize(1);
        }
    }

    private Jar.Result gather() throws Exception {
        return LoadedJar.run("gather", "--results", results.toString(), brought.getParent().toString());
    }

    /** A machine of x86-64 whose CPU tears inside a line, or does not, with its threads so placed. */
    private ResultFile next(boolean tears, String placement) {
        return Stream.generate(machines::next).filter(file -> file.environment().arch().equals("x86_64")
            && file.environment().emulated().toString().equals("no")
            && (placement == null || file.placements().get(0).name().toString().equals(placement))
            && file.series().get(0).torn().get(1) > 0 == tears).findFirst().orElseThrow();
    }

    /** Every file with its content, by its path. */
    private static TreeMap<String, String> tree(Path root) throws IOException {
        TreeMap<String, String> tree = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                tree.put(root.relativize(file).toString(), Files.readString(file));
            }
        }
        return tree;
    }
}
