// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.tearline.bench.machine.Cpus;
import org.tearline.bench.machine.Pinning;
import org.tearline.bench.result.Cell;
import org.tearline.bench.result.StepResult;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends messages back and forth and records every round trip. As a command, in a JVM of its own, it prints a step's
 * result: {@code PingRuns LINEBYTES WARM ROUNDS MILLIS PROCESSES WAY…}, where a way may have a size behind it, as in
 * {@code mapped-spin:49}. One thread, which is pinned, and a server in another one or in another process.
 */
public final class PingRuns {
    /** A trip longer than this is recorded as this. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int DIGITS = 3;
    /** Trips of a round at least: a very short one would have no percentiles. */
    private static final int LEAST_TRIPS = 16;

    private final int lineBytes;
    private final int warm;
    private final int rounds;
    private final long roundNanos;
    private final int processes;

    PingRuns(int lineBytes, int warm, int rounds, int millis, int processes) {
        this.lineBytes = lineBytes;
        this.warm = warm;
        this.rounds = rounds;
        this.roundNanos = TimeUnit.MILLISECONDS.toNanos(millis);
        this.processes = processes;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        PingRuns pings = new PingRuns(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]),
            Integer.parseInt(args[3]), Integer.parseInt(args[4]));
        Pinning.pin(0);
        List<Cell> cells = new ArrayList<>();
        for (String word : List.of(args).subList(5, args.length)) {
            String[] parts = word.split(":");
            Way way = Way.of(parts[0]);
            if (parts.length == 1) {
                cells.addAll(pings.of(way, Way.MESSAGE_BYTES).byWay(way, pings.processes));
            } else {
                int messageBytes = Integer.parseInt(parts[1]);
                cells.addAll(pings.of(way, messageBytes).bySize(way, pings.processes, messageBytes));
            }
        }
        System.out.println(JsonMapper.builder().build().writeValueAsString(StepResult.of(cells)));
        // A server that did not hear the last message must not hold the process up.
        System.exit(0);
    }

    /** Returns all rounds of a way. */
    PingTally of(Way way, int messageBytes) throws IOException, InterruptedException {
        try (Door door = new Door(way, messageBytes, lineBytes)) {
            if (way == Way.CLOCK) {
                return tally(door.client());
            }
            return processes == 1 ? withThread(door) : withProcess(door, way, messageBytes);
        }
    }

    private PingTally withThread(Door door) throws IOException, InterruptedException {
        Thread client = Thread.currentThread();
        Thread server = new Thread(() -> {
            Pinning.pin(1);
            try (Transport end = door.server()) {
                end.wakes(client);
                PingServer.serve(end);
            } catch (IOException e) {
                // The client waits in vain and says so.
            }
        }, "server");
        server.setDaemon(true);
        server.start();
        PingTally tally;
        try (Transport end = door.client()) {
            end.wakes(server);
            tally = tally(end);
        }
        server.join(TimeUnit.NANOSECONDS.toMillis(Transport.PATIENCE));
        return tally;
    }

    private PingTally withProcess(Door door, Way way, int messageBytes) throws IOException, InterruptedException {
        Process server = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xms64m", "-Xmx64m", "-cp",
            System.getProperty("java.class.path"), PingServer.class.getName(), way.word(),
            Integer.toString(messageBytes), Integer.toString(lineBytes), door.address(),
            Integer.toString(Cpus.of(1)))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (Transport end = door.client()) {
            closeWith(server, end);
            return tally(end);
        } finally {
            if (!server.waitFor(Transport.PATIENCE, TimeUnit.NANOSECONDS)) {
                server.destroyForcibly();
            }
        }
    }

    /** A blocking read ends when its channel is closed: so it does when nobody is left to answer. */
    static void closeWith(Process server, Transport end) {
        server.onExit().thenRun(() -> {
            try {
                end.close();
            } catch (IOException e) {
                // It is as closed as it gets.
            }
        });
    }

    private PingTally tally(Transport end) throws IOException {
        PingTally tally = new PingTally();
        Histogram trips = new Histogram(LONGEST_NANOS, DIGITS);
        long number = 0;
        for (int round = -warm; round < rounds; round++) {
            long tornBefore = end.tornTrips();
            trips.reset();
            long limit = System.nanoTime() + roundNanos;
            long after;
            do {
                long before = System.nanoTime();
                end.ping(number++);
                after = System.nanoTime();
                trips.recordValue(Math.min(LONGEST_NANOS, Math.max(1, after - before)));
            } while (after - limit < 0 || trips.getTotalCount() < LEAST_TRIPS);
            if (round >= 0) {
                tally.add(trips, end.tornTrips() - tornBefore);
            }
        }
        end.ping(Transport.END);
        return tally;
    }
}
