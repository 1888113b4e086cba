// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.python.core.Py;
import org.python.core.PyInteger;
import org.python.core.PyObject;
import org.python.core.PyString;
import org.python.util.PythonInterpreter;

/**
 * Adders in Jython, as published in 2008: a pool of three threads, forty rounds of five tasks of 10,000 additions; a
 * shot is a round. The threads are the pool's and are not pinned, as they were not then.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JythonAdders {
    /** Observed: additions of a round. */
    public static final String INCREMENTS = "increments";
    /** Observed: those of which the adder does not know. */
    public static final String LOST = "lost";
    /** Rounds, as published. */
    public static final int ROUNDS = 40;
    /** Additions of a round, as published. */
    public static final int ADDITIONS = JythonAdders.TASKS * JythonAdders.TIMES;

    private static final int THREADS = 3;
    private static final int TASKS = 5;
    private static final int TIMES = 10_000;

    /** Of adders.py: nothing, racy, lock or atomic-integer. */
    @Param("nothing")
    public String adder;

    private ExecutorService pool;
    private PythonInterpreter python;
    private PyObject round;
    private int value;

    @Setup(Level.Trial)
    public void start() throws IOException {
        Properties settings = new Properties();
        // No folder of the user's is to be written, and no site.py looked for.
        settings.setProperty("python.cachedir.skip", "true");
        settings.setProperty("python.import.site", "false");
        PythonInterpreter.initialize(System.getProperties(), settings, new String[0]);
        python = new PythonInterpreter();
        try (InputStream adders = JythonAdders.class.getResourceAsStream("adders.py")) {
            python.execfile(adders, "adders.py");
        }
        round = python.get("one_round");
        pool = Executors.newFixedThreadPool(THREADS);
        Observed.from(() -> Map.of(INCREMENTS, (double) ADDITIONS,
            LOST, adder.equals("nothing") ? 0.0 : (double) (ADDITIONS - value)));
    }

    @TearDown(Level.Trial)
    public void end() {
        pool.shutdown();
        python.close();
    }

    @Benchmark
    public int round() {
        value = round.__call__(Py.java2py(pool), new PyString(adder), new PyInteger(TASKS), new PyInteger(TIMES))
            .asInt();
        return value;
    }
}
