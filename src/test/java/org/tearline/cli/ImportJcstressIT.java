// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.published.Kind;
import org.tearline.published.ResultFile;
import org.tearline.published.ResultText;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The packaged jar's import-jcstress, on a captured export that claims to be of this machine. */
class ImportJcstressIT {
    @TempDir
    private Path folder;

    private Path export;
    private Path out;

    @BeforeEach
    void takeTheExportForOneOfThisMachine() throws Exception {
        export = folder.resolve("results.json");
        out = folder.resolve("result.json");
        try (InputStream in = ImportJcstressIT.class.getResourceAsStream("/jcstress/twelve-results.json")) {
            ObjectNode tree = (ObjectNode) new JsonMapper().readTree(in);
            ObjectNode environment = (ObjectNode) tree.get("environment");
            for (String property : new String[] {"os.name", "os.arch", "os.version"}) {
                environment.put(property, System.getProperty(property));
            }
            Files.writeString(export, tree.toString());
        }
    }

    @ParameterizedTest
    @MethodSource("org.tearline.Jdks#drawn")
    void shouldWriteAResultThatIsValid(String home) throws Exception {
        Jar.Result run = Jar.run(home, "import-jcstress", export.toString(), "--out", out.toString());

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(2);
        assertThat(run.err()).contains(export + ": left out: no place in a result file (3): CandidateClaim",
            "result: " + out);
        assertThat(Jar.run(home, "validate", out.toString()).out()).isEqualTo(out + ": valid\n");
        ResultFile file = ResultText.read(out);
        assertThat(file.kind()).isEqualTo(Kind.JCSTRESS);
        assertThat(file.profile()).isNull();
        assertThat(file.environment().jvm().vendor()).isEqualTo("Debian");
        assertThat(file.series()).hasSize(5);
    }

    @Test
    void shouldTellTheSameRunByItsNumber() throws Exception {
        run();
        String first = ResultText.read(out).runId();

        assertThat(run().err()).contains("result: " + out + ", replaced");
        assertThat(ResultText.read(out).runId()).isEqualTo(first);
    }

    @Test
    void shouldNotTakeAnotherMachinesExport() throws Exception {
        Files.writeString(export, Files.readString(export).replace("\"os.version\":\"", "\"os.version\":\"0."));

        refused(run(), "made on another machine: os.version is 0.");
        assertThat(out).doesNotExist();
    }

    @Test
    void shouldNotOverwriteWhatIsNotItsOwn() throws Exception {
        Files.writeString(out, "{}");

        refused(run(), "exists already and is not a result of kind jcstress");
        assertThat(out).hasContent("{}");
    }

    @Test
    void shouldNotWriteWhatWouldNotBeValid() throws Exception {
        Files.writeString(export, Files.readString(export).replaceFirst("57 before", "57 alien: 00"));

        refused(run(), "it does not make a valid result file: alien");
        assertThat(out).doesNotExist();
    }

    @Test
    void shouldTakeOneLineForBadInput() throws Exception {
        refused(LoadedJar.run("import-jcstress"), "FILE");
        refused(LoadedJar.run("import-jcstress", folder.toString()), "a folder");
        refused(LoadedJar.run("import-jcstress", export.toString(), "--out", folder + "/none/r.json"),
            "there is no such folder");
        refused(LoadedJar.run("import-jcstress", export.toString(), "--out", folder.toString()),
            "is a folder, not a file");
        Files.writeString(export, "{\"format\":");
        refused(run(), "the file ends in the middle");
    }

    private Jar.Result run() throws ReflectiveOperationException {
        return LoadedJar.run("import-jcstress", export.toString(), "--out", out.toString());
    }

    private static void refused(Jar.Result run, String why) {
        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("tester: ").contains(why);
    }
}
