// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tearline.machine.Topology.Cache;
import org.tearline.machine.Topology.Cpu;
import org.tearline.trial.CpuDistance;

class ProximityTest {
    /** Socket 0: one core with two threads, and two cores that share an L2; all share an L3. Socket 1: one core. */
    private static final Topology TWO_SOCKETS = new Topology(
        List.of(new Cpu(0, 0, 0), new Cpu(1, 0, 0), new Cpu(2, 2, 0), new Cpu(3, 3, 0), new Cpu(4, 4, 4)),
        List.of(cache(2, 0, 1), cache(2, 2, 3), cache(3, 0, 1, 2, 3), cache(2, 4), cache(3, 4)), true);

    @Test
    void shouldClassifyEveryDistance() {
        assertThat(distance(TWO_SOCKETS, 0, 1)).containsExactly(CpuDistance.SMT_SIBLINGS);
        assertThat(distance(TWO_SOCKETS, 2, 3)).containsExactly(CpuDistance.SAME_L2);
        assertThat(distance(TWO_SOCKETS, 3, 0)).containsExactly(CpuDistance.SAME_L3);
        assertThat(distance(TWO_SOCKETS, 4, 1)).containsExactly(CpuDistance.OTHER_SOCKET);
        assertThat(distance(TWO_SOCKETS, 0, 7)).isEmpty();
        assertThat(distance(TWO_SOCKETS, 1, 1)).isEmpty();
    }

    @Test
    void shouldDistinguishTwoL3CachesFromUnknownOnes() {
        List<Cpu> cpus = List.of(new Cpu(0, 0, 0), new Cpu(1, 1, 0));

        assertThat(distance(new Topology(cpus, List.of(cache(3, 0), cache(3, 1)), true), 0, 1))
            .containsExactly(CpuDistance.OTHER_L3);
        assertThat(distance(new Topology(cpus, List.of(cache(3, 0)), true), 0, 1))
            .containsExactly(CpuDistance.SAME_SOCKET);
        assertThat(distance(new Topology(cpus, List.of(), true), 0, 1)).containsExactly(CpuDistance.SAME_SOCKET);
    }

    @Test
    void shouldIgnoreInstructionCaches() {
        Cache instructions = new Cache(2, "Instruction", null, null, List.of(0, 1));

        assertThat(distance(new Topology(List.of(new Cpu(0, 0, 0), new Cpu(1, 1, 0)),
            List.of(instructions), true), 0, 1)).containsExactly(CpuDistance.SAME_SOCKET);
    }

    @Test
    void shouldChooseOnePairForEachDistance() {
        assertThat(TWO_SOCKETS.onePairEach(List.of(0, 1, 2, 3, 4))).isEqualTo(Map.of(
            CpuDistance.SMT_SIBLINGS, List.of(0, 1), CpuDistance.SAME_L2, List.of(2, 3),
            CpuDistance.SAME_L3, List.of(0, 2), CpuDistance.OTHER_SOCKET, List.of(0, 4)));
        assertThat(TWO_SOCKETS.onePairEach(List.of(3, 1, 9))).isEqualTo(Map.of(
            CpuDistance.SAME_L3, List.of(1, 3)));
        assertThat(TWO_SOCKETS.onePairEach(List.of(2))).isEmpty();
    }

    private static Cache cache(int level, Integer... cpus) {
        return new Cache(level, "Unified", null, null, List.of(cpus));
    }

    private static Set<CpuDistance> distance(Topology topology, int first, int second) {
        return topology.onePairEach(List.of(first, second)).keySet();
    }
}
