// SPDX-License-Identifier: Apache-2.0
package org.tearline.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs scripts/cells and scripts/questions with a module in place of DuckDB, and a command in place of java. */
class DataScriptsTest {
    private static final String MODULE = """
        import re

        class Error(Exception):
            pass

        class Base:
            description = [("n",)]

            def execute(self, sql):
                for name in re.findall("TO '(.*?)'", sql):
                    open(name, "w").write("a table")
                for name in re.findall("read_parquet\\\\('(.*?)'", sql):
                    if open(name).read() != "a table":
                        raise Error("no table\\nand more")
                return self

            def fetchone(self):
                return 1, 1

            def fetchall(self):
                return [(1,)]

        def connect():
            return Base()
        """;

    @TempDir
    private Path folder;
    private Path java;
    private Path out;
    private Path said;

    @BeforeEach
    void prepare() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "python3 is not installed");
        Files.writeString(folder.resolve("duckdb.py"), MODULE);
        java = Files.createDirectory(folder.resolve("commands")).resolve("java");
        out = Files.createDirectory(folder.resolve("out"));
        said = folder.resolve("said");
        exitOfJava(0);
    }

    /** As the tester's own 1 is 101 here, 1 means that java cannot start; tables of before would look new. */
    @ParameterizedTest
    @CsvSource({"0,0", "101,0", "1,1", "2,1"})
    void shouldWriteNoTablesWithoutAReport(int exitOfJava, int expected) throws Exception {
        exitOfJava(exitOfJava);

        assertThat(run(folder.resolve("printed"), "cells", ".", out.toString())).isEqualTo(expected);

        assertThat(Files.exists(out.resolve("cells.parquet"))).isEqualTo(expected == 0);
        assertThat(Files.readAllLines(said)).hasSize(expected);
    }

    @Test
    void shouldReplaceALinkInsteadOfItsFile() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "of somebody else");
        Path link = Files.createSymbolicLink(out.resolve("cells.parquet"), file);

        assertThat(run(folder.resolve("printed"), "cells", ".", out.toString())).isZero();

        assertThat(file).hasContent("of somebody else");
        assertThat(Files.isSymbolicLink(link)).isFalse();
        assertThat(link).hasContent("a table");
    }

    @Test
    void shouldNameAFolderInPlaceOfATable() throws Exception {
        Files.createDirectory(out.resolve("runs.parquet"));

        assertThat(run(folder.resolve("printed"), "cells", ".", out.toString())).isEqualTo(1);

        assertThat(Files.readAllLines(said)).singleElement().asString().startsWith("cells: ").contains("runs.parquet");
        assertThat(out.toFile().list()).containsExactlyInAnyOrder("cells.parquet", "runs.parquet");
    }

    @Test
    void shouldNameAMissingJava() throws Exception {
        Files.delete(java);

        assertThat(run(folder.resolve("printed"), "cells", ".", out.toString())).isEqualTo(1);

        assertThat(Files.readAllLines(said)).singleElement().asString().startsWith("cells: ").contains("'java'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cells", "questions"})
    void shouldFailInOneLineIfTheOutputIsFull(String script) throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "only Linux has /dev/full");
        tables("a table");
        List<String> arguments = new ArrayList<>(List.of(out.toString()));
        if (script.equals("cells")) {
            arguments.add(0, ".");
        }

        assertThat(run(full, script, arguments.toArray(String[]::new))).isEqualTo(1);

        assertThat(Files.readAllLines(said)).singleElement().asString().startsWith(script + ": ");
    }

    @Test
    void shouldNameAFolderWithoutTables() throws Exception {
        tables("no table");

        assertThat(run(folder.resolve("printed"), "questions", out.toString())).isEqualTo(2);

        assertThat(Files.readAllLines(said)).containsExactly("questions: '" + out + "': no table");
    }

    private void tables(String content) throws IOException {
        Files.writeString(out.resolve("cells.parquet"), content);
        Files.writeString(out.resolve("runs.parquet"), content);
    }

    private void exitOfJava(int code) throws IOException {
        Files.writeString(java, "#!/bin/sh\nexit " + code + "\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
    }

    private int run(Path printed, String script, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("/usr/bin/python3", "-B", "scripts/" + script));
        if (script.equals("cells")) {
            words.addAll(List.of("--jar", folder.resolve("duckdb.py").toString()));
        }
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(said.toFile())
            .redirectOutput(printed.toFile());
        builder.environment().put("PATH", java.getParent().toString());
        builder.environment().put("PYTHONPATH", folder.toString());
        return builder.start().waitFor();
    }
}
