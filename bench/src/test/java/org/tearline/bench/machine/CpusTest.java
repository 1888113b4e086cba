// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpusTest {

    @Test
    void shouldReadListsAsTheKernelWritesThem() {
        assertEquals(List.of(0), Cpus.parse("0\n"));
        assertEquals(List.of(0, 1, 2, 3), Cpus.parse("\t0-3"));
        assertEquals(List.of(0, 2, 3, 7), Cpus.parse("0,2-3,7"));
    }

    /** A thread inherits the CPUs of the one that starts it, and Java then counts only these. */
    @Test
    void shouldPinWhatAPinnedThreadStartsToAnotherCpu() throws InterruptedException {
        int before = Cpus.inOrder().size();
        boolean[] pinned = new boolean[2];
        Thread first = new Thread(() -> {
            pinned[0] = Pinning.pin(0);
            Thread second = new Thread(() -> pinned[1] = Pinning.pin(1) && Cpus.inOrder().size() == before);
            second.start();
            try {
                second.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        first.start();
        first.join();
        assertTrue(pinned[0] && pinned[1], "pinned: " + Arrays.toString(pinned));
        assertEquals(Cpus.inOrder().get(1 % before), Cpus.of(1));
    }

    @Test
    void shouldNameEachCpuOnceAndNoMoreThanCanRun() {
        List<Integer> cpus = Cpus.inOrder();
        assertTrue(!cpus.isEmpty() && cpus.size() <= Runtime.getRuntime().availableProcessors(), cpus.toString());
        assertEquals(cpus.size(), new HashSet<>(cpus).size());
    }
}
