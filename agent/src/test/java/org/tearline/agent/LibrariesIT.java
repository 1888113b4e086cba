// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.tearline.agent.Fork.Result;
import org.tearline.agent.Fork.Seen;
import org.tearline.agent.programs.AeronIpc;
import org.tearline.agent.programs.AgronaBuffers;
import org.tearline.agent.programs.AgronaRing;
import org.tearline.agent.programs.ChronicleWire;
import org.tearline.agent.programs.SharedCounter;
import tools.jackson.databind.JsonNode;

/** Runs published libraries with the agent. */
class LibrariesIT {
    private static final String MISC = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";
    /** Required by Chronicle's documentation for JDK 17 and later. */
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

    @OnNewestJdk
    void shouldFindNothingInAeronIpc(String jdk) throws Exception {
        Result result = new Fork(folder).on(jdk).options("quiet,ordered").jvm(MISC)
            .libraries("aeron-", "agrona-").run(AeronIpc.class, folder.resolve("aeron").toString(), "2000");
        assertThat(result.out()).isEqualTo("passed 2000\n");
        assertThat(result.seen()).isEmpty();
        assertThat(result.at("/watched/instructions").asInt()).isGreaterThan(50);
    }

    @OnNewestJdk
    void shouldFindMisalignedIndexesOfAgrona(String jdk) throws Exception {
        Result result = new Fork(folder).on(jdk).options("quiet,ordered,granule=8").jvm(MISC)
            .jar(Fork.library("agrona-2.jar")).run(AgronaBuffers.class, "0", "8", "56", "60", "4092", "20");
        // Of nine calls, two are plain and not watched. addLongOrdered makes a plain read and an ordered write.
        for (String place : new String[] {"line 60", "page 60", "inside 20"}) {
            assertThat(result.seen().stream().filter(seen -> (seen.place() + " " + seen.offset()).equals(place))
                .mapToLong(Seen::hits).sum()).as(place).isEqualTo(7);
        }
        assertThat(result.at("/hits/atSites").asLong()).isEqualTo(21);
        assertThat(result.seen()).extracting(Seen::site).containsOnly(AgronaBuffers.class.getName() + ".access");
        JsonNode frames = result.sites().get(0).get("frames");
        assertThat(frames.get(frames.size() - 2).get("class").asString())
            .isEqualTo("org.agrona.concurrent.UnsafeBuffer");
    }

    /** Ordered writes of aligned words publish, while the reader polls them, and clears them by fills. */
    @OnEachJdk
    void shouldFindNothingInARingOfAgrona(String jdk) throws Exception {
        Result result = new Fork(folder).on(jdk).optimized().options("quiet").jvm(MISC).libraries("agrona-")
            .run(AgronaRing.class);
        assertThat(result.out()).isEqualTo("read 40000\n");
        assertThat(result.seen()).isEmpty();
    }

    /** A plain store of the header publishes a document, after an ordered store has marked it as incomplete. */
    @OnNewestJdk
    void shouldFindThePlainStoreThatPublishesADocument(String jdk) throws Exception {
        Result result = new Fork(folder).on(jdk).options("quiet").jvm(CHRONICLE_OPENS)
            .libraries(CHRONICLE).run(ChronicleWire.class, "500");

        assertThat(result.seen()).filteredOn(seen -> seen.place().equals("line")
            && seen.site().equals("net.openhft.chronicle.wire.WireInternal.writeData")).extracting(Seen::access)
            .containsOnly("putOrderedInt", "putInt");
        assertThat(line(result.site("putOrderedInt"))).isEqualTo(149);
        assertThat(result.sites().valueStream()
            .filter(site -> site.at("/access/method").asString().equals("putInt"))
            .map(LibrariesIT::line)).contains(171);
    }

    private static int line(JsonNode site) {
        return Result.frame(site).get("line").asInt();
    }

    @OnNewestJdk
    void shouldFindACounterThatTwoProcessesShare(String jdk) throws Exception {
        Path file = folder.resolve("counter");
        Path other = Files.createDirectories(folder.resolve("writer"));
        Fork reading = new Fork(folder).on(jdk).options("quiet");
        Fork writing = new Fork(other).on(jdk).options("quiet");
        Process reader = reading.start(reading.command(SharedCounter.class, file.toString(), "read", "10000"));
        Process writer = writing.start(writing.command(SharedCounter.class, file.toString(), "write", "10000"));
        for (Result result : List.of(writing.finish(writer).well(), reading.finish(reader).well())) {
            assertThat(result.seen()).singleElement().extracting(Seen::place, Seen::offset)
                .containsExactly("line", 60);
            JsonNode mapping = result.sites().get(0).get("mapping");
            assertThat(mapping.get("file").asString()).isEqualTo(file.toString());
            assertThat(mapping.get("shared").asBoolean()).isTrue();
        }
    }
}
