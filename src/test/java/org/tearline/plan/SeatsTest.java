package org.tearline.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeatsTest {
    @Test
    void shouldTakeDifferentCoresBeforeSiblings() {
        Seats seats = Seats.choose(List.of(4, 5, 6, 7), cpu -> "core" + cpu / 2, 1, 1);
        assertThat(seats).isEqualTo(new Seats(List.of(4), List.of(6), 5, null));
    }

    @Test
    void shouldFallBackToSiblingsAndSaySo() {
        Seats seats = Seats.choose(List.of(0, 1), cpu -> "core0", 1, 1);
        assertThat(seats.writers()).containsExactly(0);
        assertThat(seats.readers()).containsExactly(1);
        assertThat(seats.note()).contains("SMT siblings");
        assertThat(seats.canOverlap()).isTrue();
    }

    @Test
    void shouldNotOverlapOnOneCpu() {
        Seats seats = Seats.choose(List.of(3), cpu -> "core3", 1, 1);
        assertThat(seats.canOverlap()).isFalse();
        assertThat(seats.note()).isEqualTo("fewer CPUs than threads");
    }

    @Test
    void shouldDealNamedCpusInOrder() {
        assertThat(Seats.of(List.of(7, 2, 5), 1, 2)).isEqualTo(new Seats(List.of(7), List.of(2, 5), null));
    }

    @Test
    void shouldLetUnpinnedThreadsRun() {
        for (List<Integer> allowed : List.of(List.<Integer>of(), List.of(0, 1), List.of(3, 5, 9))) {
            assertThat(Seats.none(allowed).canOverlap()).as("%s", allowed).isTrue();
            assertThat(Seats.none(allowed).pinned()).isFalse();
        }
    }

    @Test
    void shouldNotOverlapUnpinnedWhereOneCpuIsAllowed() {
        for (int cpu = 0; cpu < 8; cpu++) {
            assertThat(Seats.none(List.of(cpu)).canOverlap()).as("CPU %d", cpu).isFalse();
        }
    }
}
