// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tearline.agent.programs.AeronIpc;
import org.tearline.agent.programs.AgronaBuffers;
import org.tearline.agent.programs.AgronaRings;
import org.tearline.agent.programs.ChronicleAppend;
import org.tearline.agent.programs.ChronicleMemories;
import org.tearline.agent.programs.ChronicleWire;
import org.tearline.agent.programs.JctoolsQueues;
import org.tearline.agent.programs.NettyBuffers;
import org.tearline.agent.programs.SharedCounter;
import tools.jackson.databind.JsonNode;

/** Published libraries, as the registry has them, with the agent beside. */
class LibrariesIT {
    private static final String JDKS = "org.tearline.agent.Fork#drawn";
    private static final String MISC = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";
    /** What Chronicle's documentation asks for from JDK 17 on. */
    private static final String[] CHRONICLE_OPENS = {
        "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED", "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
        "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
        "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED", "--add-opens=java.base/java.io=ALL-UNNAMED",
        "--add-opens=java.base/java.util=ALL-UNNAMED", "-Dchronicle.analytics.disable=true",
        "-Dchronicle.announcer.disable=true"};
    private static final String[] CHRONICLE = {"chronicle-", "posix-", "slf4j-api-", "affinity-", "compiler-", "jna-",
        "jnr-", "jffi-", "asm-", "commons-cli-", "annotations-"};

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldFindNothingInAeronIpc(String jdk) throws Exception {
        aeron(jdk, 2_000);
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    @Tag("slow")
    void shouldFindNothingInALongAeronIpc(String jdk) throws Exception {
        aeron(jdk, 2_000_000);
    }

    private void aeron(String jdk, int messages) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options("quiet").jvm(MISC)
            .libraries("aeron-", "agrona-").run(AeronIpc.class, folder.resolve("aeron").toString(), "" + messages);
        assertThat(result.out()).isEqualTo("passed " + messages + "\n");
        assertThat(result.seen()).isEmpty();
        assertThat(result.report().get("watched").get("instructions").asInt()).isGreaterThan(50);
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldFindTheStraddlingIndexesOfAgronaTwo(String jdk) throws Exception {
        agrona(new Fork(folder).on(jdk).jvm(MISC).jar(Fork.library("agrona-2.jar")));
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldFindTheStraddlingIndexesOfAgronaOne(String jdk) throws Exception {
        agrona(new Fork(folder).on(jdk).jvm("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
            .jar(Fork.library("agrona-1.jar")));
    }

    private static void agrona(Fork fork) throws Exception {
        Fork.Result result = fork.options("quiet").run(AgronaBuffers.class, "0", "8", "56", "60", "4092", "20");
        assertThat(result.exit()).as(result.err()).isZero();
        // The two plain ones are not watched; addLongOrdered reads plainly and writes with an order.
        for (String place : new String[] {"across-line 60", "across-page 60", "across-8 20"}) {
            assertThat(result.seen().stream().filter(seen -> (seen.place() + " " + seen.offset()).equals(place))
                .mapToLong(Fork.Seen::hits).sum()).as(place).isEqualTo(7);
        }
        assertThat(result.report().get("hits").get("atSites").asLong()).isEqualTo(21);
        assertThat(result.seen()).extracting(Fork.Seen::site).containsOnly(AgronaBuffers.class.getName() + ".access");
        JsonNode frames = result.report().get("sites").get(0).get("frames");
        assertThat(frames.get(frames.size() - 2).get("class").asString())
            .isEqualTo("org.agrona.concurrent.UnsafeBuffer");
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldFindNothingInAgronasRingBuffers(String jdk) throws Exception {
        rings(jdk, 5_000);
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    @Tag("slow")
    void shouldFindNothingInLongUseOfAgronasRingBuffers(String jdk) throws Exception {
        rings(jdk, 1_000_000);
    }

    private void rings(String jdk, int messages) throws Exception {
        for (String jar : new String[] {"agrona-1.jar", "agrona-2.jar"}) {
            Fork.Result result = new Fork(folder).on(jdk).options("quiet")
                .jvm(MISC, "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED").jar(Fork.library(jar))
                .run(AgronaRings.class, "" + messages);
            assertThat(result.exit()).as(result.err()).isZero();
            assertThat(result.seen()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldReportChronicleQueueWithPadding(String jdk) throws Exception {
        chronicle(jdk, 500, "padded");
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldReportChronicleQueueWithoutPadding(String jdk) throws Exception {
        Fork.Result result = chronicle(jdk, 500, "unpadded");
        assertThat(result.seen()).extracting(Fork.Seen::place).contains("across-line");
        assertThat(result.report().get("sites").get(0).get("mapping").get("shared").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    @Tag("slow")
    void shouldReportALongChronicleQueue(String jdk) throws Exception {
        chronicle(jdk, 1_000_000, "padded");
    }

    private Fork.Result chronicle(String jdk, int excerpts, String padding) throws Exception {
        Fork.Result result = chronicle(jdk).run(ChronicleAppend.class, folder.resolve("queue").toString(),
            "" + excerpts, padding);
        assertThat(result.out()).as(result.err()).endsWith("passed " + excerpts + "\n");
        assertThat(result.report().get("watched").get("instructions").asInt()).isGreaterThan(10);
        return result;
    }

    private Fork chronicle(String jdk) {
        return new Fork(folder).on(jdk).options("quiet").jvm(CHRONICLE_OPENS).libraries(CHRONICLE);
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldFindTheDocumentHeadersOfAWire(String jdk) throws Exception {
        Fork.Result result = chronicle(jdk).run(ChronicleWire.class, "500");
        assertThat(result.out()).isEqualTo("passed 500, padding false\n");
        assertThat(result.seen()).filteredOn(seen -> seen.place().equals("across-line"))
            .extracting(Fork.Seen::access).contains("putOrderedInt", "getIntVolatile");
    }

    /** The header that readers wait for; the ordered store before it says that the document is not complete. */
    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldFindThePlainStoreThatPublishesADocument(String jdk) throws Exception {
        Fork.Result result = chronicle(jdk).options("quiet,plain").run(ChronicleWire.class, "500");

        assertThat(result.seen()).filteredOn(seen -> seen.place().equals("across-line")
            && seen.site().equals("net.openhft.chronicle.wire.WireInternal.writeData")).extracting(Fork.Seen::access)
            .containsOnly("putOrderedInt", "putInt");
        assertThat(line(result.site("putOrderedInt"))).isEqualTo(149);
        assertThat(result.report().get("sites").valueStream()
            .filter(site -> site.get("access").get("method").asString().equals("putInt"))
            .map(LibrariesIT::line)).contains(171);
    }

    private static int line(JsonNode site) {
        return site.get("frames").get(site.get("site").asInt()).get("line").asInt();
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldFindNothingInAWireThatAPropertyPads(String jdk) throws Exception {
        Fork.Result result = chronicle(jdk).options("quiet,plain").jvm("-Dwire.usePadding=true")
            .run(ChronicleWire.class, "500");
        assertThat(result.out()).isEqualTo("passed 500, padding true\n");
        assertThat(result.seen()).extracting(Fork.Seen::site).noneMatch(site -> site.startsWith("net.openhft"));
        assertThat(result.report().get("watched").get("instructions").asInt()).isGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldMeetChroniclesAssertionAcrossALine(String jdk) throws Exception {
        Fork.Result result = chronicle(jdk).jvm("-ea:net.openhft.chronicle.core...").run(ChronicleAppend.class,
            folder.resolve("queue").toString(), "500", "unpadded");
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err()).contains("java.lang.AssertionError", "UnsafeMemory.compareAndSwapInt(");
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldSeeWhatChroniclesMemoriesRefuse(String jdk) throws Exception {
        assertThat(memories(chronicle(jdk))).containsExactly("UnsafeMemory 0 true", "UnsafeMemory 2 true",
            "UnsafeMemory 60 true", "UnsafeMemory 61 true", "UnsafeMemory 62 true", "UnsafeMemory 63 true",
            "ARMMemory 0 true", "ARMMemory 2 MisAlignedAssertionError", "ARMMemory 60 true",
            "ARMMemory 61 MisAlignedAssertionError", "ARMMemory 62 MisAlignedAssertionError",
            "ARMMemory 63 MisAlignedAssertionError");
        assertThat(memories(chronicle(jdk).jvm("-ea:net.openhft.chronicle.core..."))).contains("UnsafeMemory 60 true",
            "UnsafeMemory 61 AssertionError", "UnsafeMemory 62 AssertionError", "UnsafeMemory 63 AssertionError");
    }

    private static List<String> memories(Fork fork) throws Exception {
        Fork.Result result = fork.run(ChronicleMemories.class);
        assertThat(result.exit()).as(result.err()).isZero();
        return result.out().lines().toList();
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldFindNothingInJctools(String jdk) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options("quiet").libraries("jctools-")
            .run(JctoolsQueues.class, "20000");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.seen()).isEmpty();
        assertThat(result.report().get("watched").get("instructions").asInt()).isGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldFindPlainAccessesOnlyInNetty(String jdk) throws Exception {
        assertThat(netty(jdk, "quiet").seen()).isEmpty();
        assertThat(netty(jdk, "quiet,plain").seen()).extracting(Fork.Seen::place).contains("across-8", "across-line",
            "in-object");
    }

    private Fork.Result netty(String jdk, String options) throws Exception {
        Fork.Result result = new Fork(folder).on(jdk).options(options).libraries("netty-")
            .jvm("-Dio.netty.noUnsafe=false", "-Dio.netty.tryReflectionSetAccessible=true",
                "--add-opens=java.base/java.nio=ALL-UNNAMED", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
            .run(NettyBuffers.class, "100");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).isEqualTo("unsafe true\n");
        return result;
    }

    @ParameterizedTest
    @MethodSource(JDKS)
    void shouldFindACounterOfTwoProcesses(String jdk) throws Exception {
        Path file = folder.resolve("counter");
        Path other = Files.createDirectories(folder.resolve("writer"));
        Fork reading = new Fork(folder).on(jdk).options("quiet");
        Fork writing = new Fork(other).on(jdk).options("quiet");
        Process reader = reading.start(reading.command(SharedCounter.class, file.toString(), "read", "10000"));
        Process writer = writing.start(writing.command(SharedCounter.class, file.toString(), "write", "10000"));
        for (Fork.Result result : new Fork.Result[] {writing.finish(writer), reading.finish(reader)}) {
            assertThat(result.exit()).as(result.err()).isZero();
            assertThat(result.seen()).singleElement().extracting(Fork.Seen::place, Fork.Seen::offset)
                .containsExactly("across-line", 60);
            JsonNode mapping = result.report().get("sites").get(0).get("mapping");
            assertThat(mapping.get("file").asString()).isEqualTo(file.toString());
            assertThat(mapping.get("shared").asBoolean()).isTrue();
        }
    }
}
