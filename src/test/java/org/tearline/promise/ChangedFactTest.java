// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes one value in the data of a real tester, which must change in each place that shows it. */
class ChangedFactTest {
    private static final String SPLIT_LOCK = "x86/split lock detection: #AC: java/42 took a split_lock trap at address:"
        + " 0x7f";
    private static final String BUS_LOCK = "x86/split lock detection: #DB: java/42 took a bus_lock trap at address:"
        + " 0x7f";

    @TempDir
    private Path folder;
    /** The first folder of the class path, whose files take precedence. */
    private Path patch;
    private Path results;

    @BeforeEach
    void makeFolders() throws IOException {
        patch = Files.createDirectory(folder.resolve("patch"));
        results = Files.createDirectories(folder.resolve("reports/results"));
    }

    @Test
    void shouldChangeWhatIsSaidAboutTheKernel() throws Exception {
        change("promise/facts.properties", "kernel.ac.delay = 10 ms", "kernel.ac.delay = 77 ms");
        Path log = Files.writeString(folder.resolve("log"), SPLIT_LOCK);

        assertThat(tester("judge", log.toString())).contains("delays the task by at least 77 ms")
            .doesNotContain("10 ms");
        assertThat(page()).contains("delays the task by at least 77 ms");
        assertThat(document("docs/split-locks.md")).contains("delays the task by at least 77 ms for each split lock",
            "delays a program by at least <!-- fact: kernel.ac.delay -->77 ms<!-- end -->");
    }

    @Test
    void shouldChangeWhatIsSaidAboutATrapAfterABusLock() throws Exception {
        change("promise/facts.properties", "warns at every trap", "sings at every trap");
        Path one = Files.writeString(folder.resolve("one"), BUS_LOCK);
        Path two = Files.writeString(folder.resolve("two"), BUS_LOCK + "\n" + BUS_LOCK.replace("42", "43"));

        for (Path log : List.of(one, two)) {
            assertThat(tester("judge", log.toString()).replaceAll("\\s+", " ")).contains("sings at every trap")
                .doesNotContain("warns at every trap");
        }
        assertThat(page()).contains("sings at every trap");
        for (String document : List.of("docs/split-locks.md", "docs/questions.md")) {
            assertThat(document(document)).contains("sings at every trap").doesNotContain("warns at every trap");
        }
    }

    @Test
    void shouldChangeACost() throws Exception {
        String costs = Files.readString(Path.of("docs/costs.md"));
        String row = costs.lines().filter(line -> line.startsWith("| cas, across a line |")).findFirst().orElseThrow();
        change("page/docs/costs.md", costs, row, row.replace("1,332", "7,700"));

        assertThat(document("docs/split-locks.md")).contains("on Zen 5 -->7.7 us<!-- end -->");
    }

    @Test
    void shouldChangeAPromise() throws Exception {
        change("promise/guarantees.json", "A load or store of 8 bytes at a multiple of 8 is atomic.", "Seven.");

        assertThat(page()).contains("Intel Pentium and later: Seven.");
    }

    @Test
    @Tag("stress")
    void shouldChangeThePromiseInARun() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "with one CPU there is no verdict");
        change("promise/guarantees.json", "\"id\": \"", "\"id\": \"Seven-");

        assertThat(tester("run", "--offset", "0", "--changes", "100000")).contains("NOT SEEN", "(Seven-");
    }

    private void change(String resource, String from, String to) throws IOException {
        change(resource, Files.readString(Path.of("src/main/resources", resource)), from, to);
    }

    private void change(String resource, String text, String from, String to) throws IOException {
        assertThat(text).contains(from).doesNotContain(to);
        Path file = patch.resolve(resource);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text.replace(from, to));
    }

    private String page() throws Exception {
        Path out = folder.resolve("out");
        tester("report", "--results", results.toString(), "--format", "html", "--out", out.toString());
        return Files.readString(out.resolve("index.html"));
    }

    /** Returns a copy of a document after an update of its generated parts. */
    private String document(String path) throws Exception {
        Path copy = Files.copy(Path.of(path), folder.resolve("document.md"), REPLACE_EXISTING);
        tester("report", "--results", results.toString(), "--readme", copy.toString());
        return Files.readString(copy);
    }

    private String tester(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
            "-cp", patch + File.pathSeparator + System.getProperty("java.class.path"), "org.tearline.Main"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
