// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.agent.Fork.Result;
import org.tearline.agent.programs.Counter;
import org.tearline.agent.programs.Several;

/** Uses runtimes and disks that restrict the agent. The program must run as usual. */
class OddRuntimesIT {
    @TempDir
    private Path folder;

    @OnNewestJdk
    void shouldWatchInARuntimeOfFewModules(String jdk) throws Exception {
        assumeTrue(Files.isExecutable(Path.of(jdk, "bin", "jlink")), "this JDK lacks jlink");
        Path image = folder.resolve("image");
        Fork.execute(List.of(Fork.tool(jdk, "jlink"), "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC",
            "--add-modules", "java.base,jdk.unsupported,java.instrument", "--output", image.toString())).well();
        Result result = new Fork(folder).on(image.toString()).run(Counter.class, "60", "100");
        assertThat(result.seen()).hasSize(2);
        assertOwnLinesOnly(result.err());
    }

    @Test
    void shouldLetAProgramRunUnderASecurityManager() throws Exception {
        assumeTrue(Runtime.version().feature() < 24, "this JDK has no security manager");
        Result result = new Fork(folder).jvm("-Djava.security.manager").run(Several.class);
        assertThat(result.err()).contains("tearline: the agent cannot start and watches nothing: ");
        assertOwnLinesOnly(result.err());
    }

    @Test
    void shouldLeaveAnEmptyReportOnAFullDisk() throws Exception {
        assumeTrue(new ProcessBuilder("unshare", "-rm", "true").start().waitFor() == 0, "cannot mount a disk");
        Path disk = Files.createDirectory(folder.resolve("disk"));
        List<String> command = new ArrayList<>(List.of("unshare", "-rm", "bash", "-c",
            "mount -t tmpfs -o size=64k none \"$1\" && { head -c 1M /dev/zero >\"$1/all\" 2>\"$1.said\" || true; }"
                + " && shift && \"$@\"; code=$?; ls -A \"$0\"; exit $code", disk.toString(), disk.toString()));
        Fork fork = new Fork(folder).options("out=" + disk.resolve("report.json"));
        command.addAll(fork.command(Counter.class, "60", "10"));
        Result result = fork.finish(fork.start(command)).well();
        assertThat(result.out()).as("files on the disk").isEqualTo("all\nreport.json\n");
        // The reason is in the system's language.
        assertThat(result.err()).contains("tearline: cannot write " + disk.resolve("report.json") + ": ");
        assertOwnLinesOnly(result.err());
    }

    @Test
    void shouldReplaceNothingButARegularFile() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/dev/null"));
        for (Path out : List.of(Files.createDirectory(folder.resolve("empty")), link)) {
            Result result = new Fork(folder).options("quiet,out=" + out)
                .run(Counter.class, "60", "1");
            assertThat(result.err().lines()).singleElement().asString().contains("cannot write " + out,
                "not a regular file");
        }
        assertThat(link).isSymbolicLink();
        assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    }

    /** Asserts that stderr contains neither a stack trace nor a JVM message about a failed agent. */
    private static void assertOwnLinesOnly(String err) {
        assertThat(err.lines()).allMatch(line -> line.matches("tearline: .*|  (?!at java).*|    at org\\.tearline\\..*"
            + "|    .*|WARNING: .*"));
    }
}
