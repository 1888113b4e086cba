// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.tearline.bench.Cost;
import org.tearline.bench.Pages;

/**
 * Measures round trips through two counters in memory, one per direction. Successive values differ in both halves. Each
 * end waits for an exact value, so a torn value never ends a trip; the client counts trips with torn values.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MemoryPing extends Cost {
    private static final long STEP = (1L << Integer.SIZE) + 1;

    /** Memory of this process, or a mapped file; with "processes", the server is another process, which maps it too. */
    @Param({"raw", "mapped", "processes"})
    public String memory;
    /** The offset of both counters, which are on separate pages. */
    @Param({"0", "60"})
    public int offset;

    private Pages pages;
    private Path file;
    /** Keeps the memory mapped. */
    private MappedByteBuffer mapped;
    private long out;
    private long back;
    private long value;
    private Thread server;
    private Process process;
    private volatile boolean closed;

    @Setup
    public void start() throws IOException {
        long base;
        if (memory.equals("raw")) {
            pages = new Pages(4 * PAGE_BYTES);
            base = pages.at(0);
        } else {
            file = Files.createTempFile("tearline-ping", null);
            mapped = map(file);
            base = BufferUtil.address(mapped);
        }
        locate(base);
        if (memory.equals("processes")) {
            process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                MemoryPing.class.getName(), file.toString(), String.valueOf(offset)).inheritIO().start();
        } else {
            server = new Thread(this::serve, "ping-server");
            server.setDaemon(true);
            server.start();
        }
    }

    /** The server of another process, which the client ends. */
    public static void main(String[] arguments) throws IOException {
        ProcessHandle.current().parent().orElseThrow().onExit().thenRun(() -> System.exit(0));
        MemoryPing ping = new MemoryPing();
        ping.offset = Integer.parseInt(arguments[1]);
        ping.mapped = map(Path.of(arguments[0]));
        ping.locate(BufferUtil.address(ping.mapped));
        ping.serve();
    }

    private static MappedByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, 4 * PAGE_BYTES);
        }
    }

    private void locate(long base) {
        out = base + offset;
        back = base + 2 * PAGE_BYTES + offset;
    }

    @TearDown
    public void stop() throws IOException, InterruptedException {
        closed = true;
        if (process == null) {
            server.join();
        } else {
            process.destroyForcibly().waitFor();
        }
        if (pages != null) {
            pages.close();
        } else {
            mapped = null;
            Files.delete(file);
        }
    }

    /** JMH reports the field, a number of trips, as a second result. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Seen {
        public long torn;
    }

    @Benchmark
    public void trip(Seen seen) {
        long before = value;
        long next = before + STEP;
        value = next;
        UnsafeApi.putLongRelease(null, out, next);
        boolean torn = false;
        long now = UnsafeApi.getLongVolatile(null, back);
        while (now != next) {
            torn |= now != before;
            Thread.onSpinWait();
            now = UnsafeApi.getLongVolatile(null, back);
        }
        seen.torn += torn ? 1 : 0;
    }

    private void serve() {
        for (long next = STEP; !closed; next += STEP) {
            while (UnsafeApi.getLongVolatile(null, out) != next) {
                if (closed) {
                    return;
                }
                Thread.onSpinWait();
            }
            UnsafeApi.putLongRelease(null, back, next);
        }
    }
}
