// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThreadCpusTest {
    @Test
    void shouldPreferDifferentCoresToSiblings() {
        ThreadCpus threadCpus = ThreadCpus.choose(List.of(4, 5, 6, 7), cpu -> Optional.of("core" + cpu / 2), 1, 1);
        assertThat(threadCpus).isEqualTo(new ThreadCpus(List.of(4), List.of(6), null, false));
    }

    @Test
    void shouldFallBackToSiblingsWithANote() {
        ThreadCpus threadCpus = ThreadCpus.choose(List.of(0, 1), cpu -> Optional.of("core0"), 1, 1);
        assertThat(threadCpus.writers()).containsExactly(0);
        assertThat(threadCpus.readers()).containsExactly(1);
        assertThat(threadCpus.note()).contains("SMT siblings");
        assertThat(threadCpus.canOverlap()).isTrue();
    }

    @Test
    void shouldNotOverlapOnOneCpu() {
        ThreadCpus threadCpus = ThreadCpus.choose(List.of(3), cpu -> Optional.of("core3"), 1, 1);
        assertThat(threadCpus.canOverlap()).isFalse();
        assertThat(threadCpus.note()).isEqualTo("fewer CPUs than threads");
    }

    @Test
    void shouldAssignCpusInOrder() {
        assertThat(ThreadCpus.of(List.of(7, 2, 5), 1, 2))
            .isEqualTo(new ThreadCpus(List.of(7), List.of(2, 5), null, false));
    }

    @Test
    void shouldLetUnpinnedThreadsOverlap() {
        for (List<Integer> allowed : List.of(List.<Integer>of(), List.of(0, 1), List.of(3, 5, 9))) {
            assertThat(ThreadCpus.none(allowed).canOverlap()).as("%s", allowed).isTrue();
            assertThat(ThreadCpus.none(allowed).pinned()).isFalse();
        }
    }
}
