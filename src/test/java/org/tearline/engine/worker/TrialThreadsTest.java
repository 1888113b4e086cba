// SPDX-License-Identifier: Apache-2.0
package org.tearline.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.tearline.engine.link.Message.Where;
import org.tearline.kernel.Accesses;
import org.tearline.kernel.ContenderLoop;
import org.tearline.kernel.Operand;
import org.tearline.kernel.ReadAccess;
import org.tearline.kernel.Specialization;
import org.tearline.memory.Region;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Architecture;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.Processes;
import org.tearline.plan.ReadMode;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;

class TrialThreadsTest {
    private static final int OFFSET = 60;
    private static final byte GUARD = 1;

    /** Three threads on whatever CPUs there are: only where they sit differs from a machine with three. */
    @Test
    void shouldHaveAThiefStoreBesideTheValueWhileARoundLasts() throws InterruptedException, RoundFailed {
        AccessRules rules = new AccessRules(Architecture.X86_64, new Geometry(64, UnsafeApi.pageSize()), true);
        TrialSpec trial = new TrialSpec(Memory.UNSAFE, Width.LONG, OFFSET, WriteMode.ORDERED, ReadMode.VOLATILE, 1, 1,
            Processes.ONE, Tier.C2, 1);
        try (Region region = Region.open(Memory.UNSAFE, rules.geometry().pageBytes());
             TrialThreads threads = new TrialThreads(1, 1, new ThreadCpus(List.of(), List.of(), 0, null))) {
            Accesses accesses = Accesses.of(Memory.UNSAFE);
            Operand longs = new Operand(null, Width.LONG);
            ReadAccess read = accesses.read(ReadMode.VOLATILE);
            KernelPair bare = new KernelPair(Specialization.writer(accesses.write(WriteMode.ORDERED), read,
                longs, List.of()), Specialization.reader(read, longs, List.of()));
            Place place = Place.all(Where.TESTED, trial, region, rules).get(0);

            assertThat(hammer(threads, place, bare).counts().reads()).isPositive();
            assertThat(UnsafeApi.getByte(place.target().inLastLine())).as("no contender was asked for")
                .isEqualTo(GUARD);

            KernelPair thieving = new KernelPair(bare.writer(), bare.reader(), null, new ContenderLoop());
            assertThat(hammer(threads, place, thieving).counts().alien()).isZero();
            assertThat(UnsafeApi.getByte(place.target().inLastLine())).isNotEqualTo(GUARD);
            assertThat(region.guardsIntact(OFFSET, Width.LONG)).isTrue();
        }
    }

    private static RoundTally hammer(TrialThreads threads, Place place, KernelPair pair) throws InterruptedException,
        RoundFailed {
        UnsafeApi.putLong(place.address(), place.generations().table(0)[0]);
        return threads.run(new Round(pair, place,
            new Round.Limits(TimeUnit.MILLISECONDS.toNanos(20), Long.MAX_VALUE, false, TrialThreads.MAX_BATCH),
            threads.size()));
    }
}
