// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tearline.agent.Fork.AGENT;
import static org.tearline.agent.Fork.QUICK;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tearline.agent.Fork.Result;
import org.tearline.agent.Fork.Seen;
import org.tearline.agent.programs.Aligned;
import org.tearline.agent.programs.ChildFirst;
import org.tearline.agent.programs.Counter;
import org.tearline.agent.programs.Deep;
import org.tearline.agent.programs.FullHeap;
import org.tearline.agent.programs.LastCounter;
import org.tearline.agent.programs.References;

/** Runs programs with the built agent, and checks that its output is correct and that the programs run as usual. */
class AgentIT {
    @TempDir
    private Path folder;

    @Test
    void shouldReportThatNoProgramWasLoaded() throws Exception {
        Fork fork = new Fork(folder).options("quiet");
        Result result = fork.finish(fork.start(fork.command("NoSuchClass", folder)));
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.at("/watched/loaded").asInt()).isZero();
    }

    @OnEachJdk
    void shouldReportBothSidesOfASharedValue(String jdk) throws Exception {
        Result result = new Fork(folder).on(jdk).run(Counter.class, "60", "5000");
        assertThat(result.out()).isEmpty();
        assertThat(result.at("/watched/loaded").asInt()).isPositive();
        assertThat(result.seen()).containsExactlyInAnyOrder(
            new Seen(Counter.class.getName() + ".main", "putOrderedLong", "line", 60, 5000),
            new Seen(Counter.class.getName() + ".read", "getLongVolatile", "line", 60, 5000));
        assertThat(result.site("putOrderedLong").at("/values/mostThreads").asInt()).isEqualTo(2);
        assertThat(result.ownLines()).singleElement().asString().startsWith("tearline: 2 sites ").contains("judge");
        assertValid(folder.resolve("report.json"));
    }

    @OnEachJdk
    void shouldFindAndAllocateNothingInAnAlignedProgram(String jdk) throws Exception {
        Result result = new Fork(folder).on(jdk).run(Aligned.class);
        assertThat(result.out()).isEqualTo("0\n");
        assertThat(result.seen()).isEmpty();
        assertThat(result.ownLines()).singleElement().asString().startsWith("tearline: ").contains("judge");
        assertThat(result.at("/watched/instructions").asInt())
            .as("including setMemory and the getLong of Memory")
            .isEqualTo(6);
        assertValid(folder.resolve("report.json"));
    }

    @Test
    void shouldReportWhenTheProgramIsTerminated() throws Exception {
        Fork fork = new Fork(folder);
        Process process = fork.startAndWait(Counter.class, "4092", "100", "wait");
        process.destroy();
        Result result = fork.finish(process);
        assertThat(result.exit()).isEqualTo(143);
        assertThat(result.seen()).extracting(Seen::place).containsOnly("page");
    }

    /** The jar is replaced by another file, as by an update, and a shutdown hook makes the last accesses. */
    @OnNewestJdk
    void shouldReportWhatHappensAtTheEndWithoutItsJar(String jdk) throws Exception {
        Path jar = Files.copy(Path.of(AGENT), folder.resolve("agent.jar"));
        Fork fork = new Fork(folder).on(jdk).options(null)
            .jvm("-javaagent:" + jar + "=every=1s,out=" + folder.resolve("report.json"));
        Process process = fork.startAndWait(LastCounter.class);
        Files.write(jar, new byte[1]);
        fork.await(process, "report.json");
        assertThat(fork.read("report.json")).contains("\"ended\": false");
        process.destroy();
        Result result = fork.finish(process);
        assertThat(result.ownLines()).singleElement().asString().startsWith("tearline: 1 site ");
        assertThat(result.seen()).singleElement().satisfies(seen -> {
            assertThat(seen.site()).as("not the caller of the constructor").endsWith("LastCounter$Cell.<init>");
            assertThat(seen.hits()).isEqualTo(2);
        });
        assertThat(result.at("/ended").asBoolean()).isTrue();
    }

    /** The agent's last line does not fit into the pipe, so the JVM does not end before the next report is due. */
    @Test
    void shouldKeepTheReportOfTheEnd() throws Exception {
        Fork fork = new Fork(folder).options("every=1s");
        Process process = new ProcessBuilder(fork.command(LastCounter.class, "fill"))
            .redirectOutput(folder.resolve("out").toFile()).start();
        fork.await(process, "out");
        // Unlike destroy() of the process, leaves the pipe open.
        process.toHandle().destroy();
        fork.await(process, "report.json");
        while (!fork.read("report.json").contains("\"ended\": true")) {
            Thread.onSpinWait();
        }
        // Another agent, which begins to count only now, tells when the next report is due.
        Fork clock = new Fork(Files.createDirectories(folder.resolve("clock"))).options("quiet,every=1s");
        Process counting = clock.startAndWait(LastCounter.class);
        clock.await(counting, "report.json");
        counting.destroyForcibly().waitFor();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(err).contains("tearline: 1 site ");
        assertThat(fork.read("report.json")).contains("\"ended\": true");
    }

    @Test
    void shouldReportAgainOnceThereIsMemory() throws Exception {
        Fork fork = new Fork(folder).options("quiet,every=1s").jvm(QUICK).jvm("-Xmx16m");
        Process process = fork.startAndWait(FullHeap.class);
        fork.await(process, "report.json");
        OutputStream input = process.getOutputStream();
        input.write(1);
        input.flush();
        fork.await(process, "err");
        Files.delete(folder.resolve("report.json"));
        input.write(1);
        input.flush();
        fork.await(process, "report.json");
        assertThat(fork.read("report.json")).contains("\"ended\": false");
        input.close();
        Result result = fork.finish(process).well();
        assertThat(result.err().lines().filter(line -> line.startsWith("tearline:")))
            .as("the JVM may print lines of its own if it loads a class meanwhile")
            .allMatch(line -> line.matches("tearline: cannot write .*OutOfMemoryError.*"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "plane", "every=1", "frames=0", "frames=x", "line=100", "out=", "plain", "ordered=maybe", "library="})
    void shouldRefuseABadOptionInOneLine(String option) throws Exception {
        Fork fork = new Fork(folder).options(option);
        Result result = fork.finish(fork.start(fork.command(Counter.class, "60", "1")));
        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err().lines()).hasSize(1).first().asString().startsWith("tearline: ").contains(option);
        assertThat(result.report()).isNull();
    }

    @Test
    void shouldPrintTheHelp() throws Exception {
        Result result = new Fork(folder).options("help").run(Counter.class, "60", "1");
        assertThat(result.out()).isEqualTo(Options.HELP);
        assertThat(Options.HELP.lines()).allMatch(line -> line.length() <= 120);
    }

    @OnEachJdk
    void shouldCountMethodHandlesAndReflection(String jdk) throws Exception {
        Result result = new Fork(folder).on(jdk)
            .jvm("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED").run(References.class, "internal");
        // On 17, the call that a method reference makes is watched, although it is counted here.
        assertThat(result.seen()).extracting(Seen::access).isSubsetOf("getLongVolatile");
        assertThat(result.at("/watched/unwatchedCalls/0/count").asInt()).isEqualTo(4);
    }

    @OnEachJdk
    void shouldLetNoErrorOfItsOwnReachTheProgram(String jdk) throws Exception {
        Result without = new Fork(folder).on(jdk).optimized().options(null).run(Deep.class);
        Result with = new Fork(folder).on(jdk).optimized().options("quiet").run(Deep.class);
        assertThat(with.out()).isEqualTo(without.out())
            .isEqualTo("0 locks are broken, 0 errors are of the agent\n");
        assertThat(with.at("/hits/lost").asInt()).isPositive();
        assertThat(with.at("/hits/firstLost").asString())
            .matches("java\\.lang\\.(StackOverflow|NoClassDefFound|Internal)Error( at .* in \\w+)?");
    }

    @OnNewestJdk
    void shouldWatchClassesOfALoaderThatHidesItsParent(String jdk) throws Exception {
        Result result = new Fork(folder).on(jdk).options("quiet")
            .run(ChildFirst.class, Counter.class.getName(), "60", "10");
        assertThat(result.seen()).hasSize(2);
    }

    @OnNewestJdk
    void shouldWorkAfterAndBeforeACoverageAgent(String jdk) throws Exception {
        String coverage = "-javaagent:" + Fork.library("jacoco-agent.jar") + "=destfile=" + folder.resolve("exec");
        String own = "-javaagent:" + AGENT + "=quiet,out=" + folder.resolve("report.json");
        for (String[] agents : new String[][] {{coverage, own}, {own, coverage}}) {
            Result result = new Fork(folder).on(jdk).options(null).jvm(agents)
                .run(Counter.class, "60", "100");
            assertThat(result.seen()).hasSize(2).extracting(Seen::hits).containsOnly(100L);
            assertThat(Files.size(folder.resolve("exec"))).isPositive();
        }
    }

    /** The jar is on the class path of every program that it watches. */
    @Test
    void shouldContainNoClassOfAnotherProject() throws Exception {
        try (JarFile jar = new JarFile(AGENT)) {
            List<String> names = jar.stream().filter(entry -> !entry.isDirectory()).map(JarEntry::getName).toList();
            assertThat(names).allMatch(name -> name.matches("org/tearline/agent/.*|META-INF/.*"
                + "|schema/agent\\.schema\\.json"));
            assertThat(names).contains("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/licenses/asm.txt",
                "org/tearline/agent/asm/ClassReader.class");
        }
    }

    private static void assertValid(Path report) throws Exception {
        try (InputStream text = Options.class.getResourceAsStream("/schema/agent.schema.json")) {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(text);
            assertThat(schema.validate(Files.readString(report), InputFormat.JSON)).isEmpty();
        }
    }
}
