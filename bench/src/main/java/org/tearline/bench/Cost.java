// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The common settings of all benchmarks. Each parameter set has its own fork, which compiles only one kind of access.
 * The serial collector with a fixed heap runs no concurrent threads. The timeout ends a round trip whose datagram was
 * lost.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 40, timeUnit = TimeUnit.MILLISECONDS)
@Timeout(time = 20)
@Fork(value = 1, jvmArgsAppend = {"--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xms256m", "-Xmx256m"})
public abstract class Cost {
    /** The smallest page size of the CPUs that HotSpot supports. */
    public static final int PAGE_BYTES = 4096;
}
