// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Holds what became of the messages of queues and round trips, point by point; a list is null where it has no
 * meaning. Immutable.
 *
 * @param messages      that came out, or came back
 * @param firstDamage   which message was the first that was not the next one; 0 if all were
 * @param torn          reads of a queue's counters that were seen to be torn, or round trips with one
 * @param tornAhead     of these, how many lay ahead of the truth
 * @param witnessBefore the value before the first torn one
 * @param witnessTorn   the first torn value; 0, like the one before, if there is none
 * @param stalls        trips so long that the host or the kernel must have had a CPU
 * @param stalledMicros microseconds of all of them
 */
public record Delivered(List<Long> messages, List<Long> lost, List<Long> repeated, List<Long> reordered,
                        List<Long> garbled, List<Long> firstDamage, List<Long> torn, List<Long> tornAhead,
                        List<Long> witnessBefore, List<Long> witnessTorn, List<Long> stalls,
                        List<Long> stalledMicros) {
    /** Nobody changes them. */
    public Delivered {
        messages = Costs.copy(messages);
        lost = Costs.copy(lost);
        repeated = Costs.copy(repeated);
        reordered = Costs.copy(reordered);
        garbled = Costs.copy(garbled);
        firstDamage = Costs.copy(firstDamage);
        torn = Costs.copy(torn);
        tornAhead = Costs.copy(tornAhead);
        witnessBefore = Costs.copy(witnessBefore);
        witnessTorn = Costs.copy(witnessTorn);
        stalls = Costs.copy(stalls);
        stalledMicros = Costs.copy(stalledMicros);
    }

    /** Returns the lists that are there. */
    public List<List<Long>> lists() {
        return Stream.of(messages, lost, repeated, reordered, garbled, firstDamage, torn, tornAhead, witnessBefore,
            witnessTorn, stalls, stalledMicros).filter(Objects::nonNull).toList();
    }

    /** Returns how many messages of a point were damaged. */
    public long damaged(int index) {
        return lost.get(index) + repeated.get(index) + reordered.get(index) + garbled.get(index);
    }
}
