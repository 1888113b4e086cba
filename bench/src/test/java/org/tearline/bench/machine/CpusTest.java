package org.tearline.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

    @Test
    void shouldNameEachCpuOnceAndNoMoreThanCanRun() {
        List<Integer> cpus = Cpus.inOrder();
        assertTrue(!cpus.isEmpty() && cpus.size() <= Runtime.getRuntime().availableProcessors(), cpus.toString());
        assertEquals(cpus.size(), new HashSet<>(cpus).size());
    }
}
