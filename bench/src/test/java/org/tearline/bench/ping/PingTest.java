// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tearline.bench.machine.Cpus;
import org.tearline.bench.result.Cell;

class PingTest {
    private static final int LINE = 64;

    @ParameterizedTest
    @EnumSource(Way.class)
    void shouldComeBackByEveryWay(Way way) throws Exception {
        int processes = way.kind() == Way.Kind.MAPPED ? 2 : 1;
        List<Cell> cells = new PingRuns(LINE, 0, 2, 2, processes).of(way, Way.MESSAGE_BYTES).byWay(way, processes);
        assertEquals(7, cells.size());
        for (int i = 1; i < 7; i++) {
            assertTrue(cells.get(i).samples().get(0) >= cells.get(i - 1).samples().get(0), cells.toString());
        }
        assertTrue(cells.get(1).counts().get("messages") >= 2 * 16);
        assertEquals(0L, cells.get(1).counts().get("torn"));
    }

    @ParameterizedTest
    @EnumSource(value = Way.class, names = {"MAPPED_SPIN", "TCP_BLOCKING", "TCP_SELECT", "UDP_BLOCKING",
        "UNIX_BLOCKING"})
    void shouldEndWhenTheServerIsKilled(Way way) throws Exception {
        try (Door door = new Door(way, Way.MESSAGE_BYTES, LINE)) {
            Process server = server(way, door.address());
            try (Transport end = door.client()) {
                PingRuns.closeWith(server, end);
                for (int i = 0; i < 100; i++) {
                    end.ping(i);
                }
                server.destroyForcibly().waitFor();
                long before = System.nanoTime();
                assertThrows(IOException.class, () -> pingOn(end));
                assertTrue(System.nanoTime() - before < Transport.PATIENCE, "it did not only lose patience");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = Way.class, names = {"MAPPED_SPIN", "TCP_BLOCKING", "UDP_BLOCKING"})
    void shouldEndTheServerWhenTheClientsProcessIsGone(Way way) throws Exception {
        try (Door door = new Door(way, Way.MESSAGE_BYTES, LINE)) {
            Process server = server(way, door.address());
            try (Transport end = door.client()) {
                end.ping(0);
                // What the system does with the pipe of a dead process.
                server.getOutputStream().close();
                assertTrue(server.waitFor(20, TimeUnit.SECONDS));
            } finally {
                server.destroyForcibly();
            }
        }
    }

    @Test
    void shouldPutTheAnswersCounterAcrossALineForSizes49To55() {
        for (int size = 0; size < 64; size++) {
            int offset = MemoryPing.outCounter(size) % LINE;
            assertEquals(size >= 49 && size <= 55, offset > LINE - Long.BYTES, size + " bytes");
            assertEquals(136 + size, MemoryPing.outCounter(size));
            long step = MemoryPing.step(size, LINE);
            // Two values one step apart differ in every part of a counter that lies across.
            long upper = offset > LINE - Long.BYTES ? step >>> Byte.SIZE * (LINE - offset) : 1;
            assertEquals(1, upper & 0xff, size + " bytes");
            assertEquals(1, step & 0xff);
        }
    }

    @Test
    void shouldCountARoundTripInWhichATornValueWasRead() throws Exception {
        ByteBuffer memory = BufferUtil.allocateDirectAligned((int) MemoryPing.bytes(52), LINE);
        MemoryPing client = new MemoryPing(memory, 52, LINE, Wait.YIELD);
        long step = MemoryPing.step(52, LINE);
        long counter = BufferUtil.address(memory) + MemoryPing.outCounter(52);
        for (int trip = 0; trip < 3; trip++) {
            int number = trip;
            Thread answers = new Thread(() -> {
                try {
                    if (number == 1) {
                        // The lower half of the next value, the upper one of the last.
                        UnsafeApi.putLongVolatile(null, counter, number * step + 1);
                        Thread.sleep(50);
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                UnsafeApi.putLongVolatile(null, counter, (number + 1) * step);
            });
            answers.start();
            client.ping(trip);
            answers.join();
        }
        assertEquals(1, client.tornTrips());
    }

    @Test
    void shouldCountStallsBesideThePercentilesOfWhatWasSent() {
        Histogram round = new Histogram(TimeUnit.SECONDS.toNanos(10), 3);
        round.recordValueWithCount(100, 9_996);
        round.recordValue(99_000);
        round.recordValueWithCount(1_000_000, 3);
        PingTally tally = new PingTally();
        tally.add(round, 3);
        List<Cell> cells = tally.byWay(Way.TCP_SPIN, 2);
        assertEquals(100, sample(cells, "latency-999"), 1);
        assertEquals(1_000_000, sample(cells, "largest"), 1_000);
        Map<String, Long> counts = cells.get(1).counts();
        assertEquals(Map.of("messages", 10_000L, "torn", 3L, "stalls", 3L), Map.of("messages", counts.get("messages"),
            "torn", counts.get("torn"), "stalls", counts.get("stalls")));
        assertEquals(3_000, counts.get("stalledMicros"), 3);
    }

    @Test
    void shouldNotCallAWayThatIsSlowByItselfStalled() {
        Histogram round = new Histogram(TimeUnit.SECONDS.toNanos(10), 3);
        round.recordValueWithCount(200_000, 99);
        round.recordValue(3_000_000);
        PingTally tally = new PingTally();
        tally.add(round, 0);
        assertEquals(0L, tally.bySize(Way.TCP_SPIN, 2, 48).get(1).counts().get("stalls"));
        round.recordValue(5_000_000);
        tally.add(round, 0);
        assertEquals(1L, tally.bySize(Way.TCP_SPIN, 2, 48).get(1).counts().get("stalls"));
    }

    private static double sample(List<Cell> cells, String metric) {
        return cells.stream().filter(cell -> cell.metric().equals(metric)).findFirst().orElseThrow().samples().get(0);
    }

    private static void pingOn(Transport end) throws IOException {
        for (int i = 100; i < 1_000_000; i++) {
            end.ping(i);
        }
    }

    private static Process server(Way way, String address) throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
            PingServer.class.getName(), way.word(), Integer.toString(Way.MESSAGE_BYTES), Integer.toString(LINE),
            address, Integer.toString(Cpus.of(1))).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }
}
