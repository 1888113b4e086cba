// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.agent;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * Prints the nanoseconds per operation of the fastest round, which other load on the machine disturbed least, and the
 * nanoseconds that a step of a fixed computation took before or after it, whichever is more. For futures, all rounds
 * are one, of which the CPU time of all threads counts, since its clock may tick every 10 ms. Without arguments, does
 * nothing. Arguments: workload, milliseconds of warm-up, rounds, milliseconds per round.
 */
public final class AgentCost {
    private static final int NANOS_PER_MILLI = 1_000_000;
    /** Iterations that measure how fast the core computes. */
    private static final int STEPS = 100_000;
    private static final int REPETITIONS = 10;
    /** Doubling this would overflow. */
    private static final int MOST_TIMES = 1 << 30;

    private static long sink;

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            return;
        }
        int warmUp = Integer.parseInt(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        int millis = Integer.parseInt(arguments[3]);
        Workload workload = workload(arguments[0]);
        int times = timesOf(workload, warmUp, millis);
        boolean ofCpu = arguments[0].equals("futures");
        if (ofCpu) {
            times = Math.multiplyExact(times, rounds);
            rounds = 1;
        }
        double fastest = Double.MAX_VALUE;
        double computed = 0;
        double before = step();
        for (int i = 0; i < rounds; i++) {
            double nanos;
            if (ofCpu) {
                nanos = cpuTime(workload, times) / (double) times;
            } else {
                nanos = time(workload, times) / (double) times;
            }
            double after = step();
            if (nanos < fastest) {
                fastest = nanos;
                computed = Math.max(before, after);
            }
            before = after;
        }
        System.out.println(fastest + " " + computed);
        // Libraries may leave threads running.
        System.exit(0);
    }

    private static Workload workload(String name) throws Exception {
        return switch (name) {
            case "put-ordered" -> Steps.put(0, 24);
            case "put-inside" -> Steps.put(4, 64);
            case "buffer-get" -> Steps.get(0, 24);
            case "buffer-inside" -> Steps.get(4, 64);
            case "heap-buffer" -> Steps.heap();
            case "lock" -> Steps.lock();
            case "allocate" -> Steps.allocate(false);
            case "allocate-tracking" -> Steps.allocate(true);
            case "copy" -> Steps.copy(false);
            case "copy-tracking" -> Steps.copy(true);
            case "one-to-one-1" -> Ring.oneToOne(false);
            case "one-to-one-2" -> Ring.oneToOne(true);
            case "many-to-one-1" -> Ring.manyToOne(false);
            case "many-to-one-2" -> Ring.manyToOne(true);
            case "straddling" -> Steps.straddling();
            case "load-classes" -> new LoadClasses();
            case "striped-locks", "read-write-lock", "word-ring", "fenced-ring", "executors", "spin-locks", "futures" ->
                Handover.of(name);
            default -> Orders.of(name.replaceFirst("-tracking$", ""));
        };
    }

    /** Warms up and returns how many operations fill a round. */
    private static int timesOf(Workload workload, int warmUp, int millis) throws Exception {
        long end = System.nanoTime() + (long) warmUp * NANOS_PER_MILLI;
        int times = 1;
        while (true) {
            long nanos = time(workload, times);
            if (nanos < (long) millis * NANOS_PER_MILLI / 2 && times < MOST_TIMES) {
                times *= 2;
            } else if (System.nanoTime() > end) {
                return Math.max(1, (int) ((double) times * millis * NANOS_PER_MILLI / nanos));
            }
        }
    }

    private static double step() throws Exception {
        double fastest = Double.MAX_VALUE;
        for (int i = 0; i < REPETITIONS; i++) {
            fastest = Math.min(fastest, time(AgentCost::compute, STEPS) / (double) STEPS);
        }
        return fastest;
    }

    /** Has several operations per cycle, so that it slows down if another hyperthread uses the core. */
    private static void compute(int times) {
        long a = sink;
        long b = 1;
        long c = 2;
        long d = 3;
        for (int i = 0; i < times; i++) {
            a = (a << 5) - a + i;
            b = (b << 5) - b + i;
            c = (c << 5) - c + i;
            d = (d << 5) - d + i;
        }
        sink = a + b + c + d;
    }

    /** Loads what reads files only where it is needed: the agent follows order from the first bulk access on. */
    private static long cpuTime(Workload workload, int times) throws Exception {
        var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long start = process.getProcessCpuTime();
        workload.run(times);
        return process.getProcessCpuTime() - start;
    }

    private static long time(Workload workload, int times) throws Exception {
        long start = System.nanoTime();
        workload.run(times);
        return System.nanoTime() - start;
    }
}
