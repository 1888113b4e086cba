// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

class MadeUpCpuTest {
    private static final long INITIAL = 0x4242_4242_4242_4242L;
    private static final long NEXT = 0x4343_4343_4343_4343L;

    /** A reader may start first. What it reads must not depend on what else is in memory. */
    @Test
    void shouldReadTheInitialValueBeforeTheFirstStore() {
        Accesses cpu = new MadeUpCpu(64, 16).apply(MemoryAccesses.of(Memory.UNSAFE));
        try (Region region = Region.open(Memory.UNSAFE, 4_096)) {
            long position = region.position(28);
            Region.put(position, Width.LONG, INITIAL);
            assertThat(cpu.read(ReadMode.VOLATILE).read(Long.BYTES, null, position, NEXT)).isEqualTo(INITIAL);
            cpu.write(WriteMode.PLAIN).write(Long.BYTES, null, position, 0, 0);
            assertThat(cpu.read(ReadMode.VOLATILE).read(Long.BYTES, null, position, NEXT))
                .as("after the worker's zero").isEqualTo(INITIAL);
            cpu.write(WriteMode.PLAIN).write(Long.BYTES, null, position, INITIAL, NEXT);
            assertThat(cpu.read(ReadMode.VOLATILE).read(Long.BYTES, null, position, INITIAL)).isEqualTo(NEXT);
        }
    }
}
