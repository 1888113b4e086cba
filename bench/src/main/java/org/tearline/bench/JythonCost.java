// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.python.core.Py;
import org.python.core.PyInteger;
import org.python.core.PyObject;
import org.python.core.PyString;
import org.python.util.PythonInterpreter;

/**
 * Measures counters in Jython, after a test published on 15 July 2009: three threads, and tasks of 10,000 additions.
 * That test took the minimum of five repetitions in each of 40 tasks, as {@link #minima} does. In {@link #round}, a
 * round is five tasks, and JMH runs 40 rounds including warm-up.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 30)
@State(Scope.Benchmark)
public class JythonCost extends Cost {
    private static final int THREADS = 3;
    private static final int TASKS = 5;
    private static final int TIMES = 10_000;
    /** Tasks of {@link #minima}. */
    private static final int MINIMA = 40;
    private static final int ADDITIONS = TASKS * TIMES;

    @Param({"nothing", "racy", "lock", "atomic-integer"})
    public String adder;

    private ExecutorService pool;
    private PythonInterpreter python;
    private PyObject round;
    private PyObject minima;

    @Setup
    public void start() throws IOException {
        Properties settings = new Properties();
        // Jython should neither write a cache to the user's home folder nor load site.py.
        settings.setProperty("python.cachedir.skip", "true");
        settings.setProperty("python.import.site", "false");
        PythonInterpreter.initialize(System.getProperties(), settings, new String[0]);
        python = new PythonInterpreter();
        try (InputStream adders = JythonCost.class.getResourceAsStream("adders.py")) {
            python.execfile(adders, "adders.py");
        }
        round = python.get("one_round");
        minima = python.get("minima");
        pool = Executors.newFixedThreadPool(THREADS);
    }

    @TearDown
    public void end() {
        pool.shutdown();
        python.close();
    }

    /** JMH reports the field as a second result. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Loss {
        public long lost;
    }

    /** The minima of 40 tasks: the nanoseconds that the fastest, the median and the slowest task needs. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Minima {
        public long lowest;
        public long median;
        public long highest;
    }

    /** Measures each counter as the test of 2009 did. JMH's own score is the time of all tasks. */
    @Benchmark
    @Warmup(iterations = 0)
    @Measurement(iterations = 5)
    public void minima(Minima found) {
        PyObject sorted = minima.__call__(Py.java2py(pool), new PyString(adder), new PyInteger(MINIMA),
            new PyInteger(TIMES));
        found.lowest = sorted.__getitem__(0).asLong();
        found.median = sorted.__getitem__(MINIMA / 2).asLong();
        found.highest = sorted.__getitem__(MINIMA - 1).asLong();
    }

    @Benchmark
    @OperationsPerInvocation(ADDITIONS)
    public int round(Loss loss) {
        int value = round.__call__(Py.java2py(pool), new PyString(adder), new PyInteger(TASKS), new PyInteger(TIMES))
            .asInt();
        loss.lost += adder.equals("nothing") ? 0 : ADDITIONS - value;
        return value;
    }
}
