// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PassedTest {
    /** So that comparing references shows that a thread has nothing new to pass on, or to learn. */
    @Test
    void shouldKeepTheOneThatContainsTheOther() {
        Passed less = new Passed(new int[] {0, 1});
        Passed more = new Passed(new int[] {0, 1, 2});
        Passed other = new Passed(new int[] {0, 3});
        assertThat(less.plus(more)).isSameAs(more);
        assertThat(more.plus(less)).isSameAs(more);
        assertThat(more.plus(other).times()).containsExactly(0, 3, 2);
    }

    @Test
    void shouldPassOnWhatWasTakenIfTheThreadKnowsNothingElse() {
        Clock first = new Clock(1);
        Clock second = new Clock(2);
        first.use();
        Passed all = first.snapshot();
        second.take(all, Source.WORD);
        assertThat(second.snapshot()).isSameAs(all);
        int time = first.use();
        second.use();
        first.take(second.snapshot(), Source.WORD);
        assertThat(first.snapshot()).isNotSameAs(second.snapshot());
        assertThat(first.snapshot().contains(1, time)).isTrue();
        assertThat(first.snapshot().contains(2, 1)).isTrue();
    }
}
