// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.ping;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.tearline.bench.Cost;

/** Measures nothing, so that the result is the error of the clock and of the harness in every other ping. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ClockPing extends Cost {
    @Benchmark
    public void trip() {
    }
}
