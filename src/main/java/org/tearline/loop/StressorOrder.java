// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import static org.tearline.loop.Stressor.EVICT_SECOND_WRITER_WRITEBACK_BOTH;
import static org.tearline.loop.Stressor.STAGGER_WRITEBACK_BOTH;
import static org.tearline.loop.Stressor.STORE_FIRST_WRITEBACK_SECOND;
import static org.tearline.loop.Stressor.STORE_FIRST_WRITER_WRITEBACK_SECOND;
import static org.tearline.loop.Stressor.STORE_SECOND_EVICT_SECOND_WRITER_EVICT_SECOND;
import static org.tearline.loop.Stressor.STORE_SECOND_WRITER_EVICT_SECOND;
import static org.tearline.loop.Stressor.WRITEBACK_SECOND;

import java.util.List;
import java.util.stream.Stream;
import org.tearline.machine.KernelFiles.X86Family;
import org.tearline.trial.AccessPair;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Side;
import org.tearline.trial.TrialSpec;

/** Which stressors a trial can use on this CPU, and the order in which they are tried. Thread-safe. */
public record StressorOrder(AccessRules rules, X86Family family) {
    /**
     * The stressors that caused the most tears across a line on a measured CPU if only one side locks, in the order in
     * which they are tried. Most of the others cause almost none. Empty if no line is crossed, because these stressors
     * may hide tears inside a line, see {@link Stressor#mix}; and if both sides lock or neither does.
     */
    public List<Stressor> likeliest(TrialSpec trial) {
        AccessPair pair = rules.pair(trial);
        boolean writeLocks = pair.locks(Side.WRITE);
        if (!rules.crosses(trial) || writeLocks == pair.locks(Side.READ)) {
            return List.of();
        }
        if (writeLocks) {
            return likeliestToTearReads();
        }
        return likeliestToTearWrites();
    }

    /**
     * The order is that of the tears per change in the published sweeps of these families. On Intel's,
     * {@link Stressor#STAGGER_WRITEBACK_BOTH} tears at most 1 % of the changes.
     */
    private List<Stressor> likeliestToTearReads() {
        return switch (family) {
            case INTEL -> List.of(STORE_FIRST_WRITEBACK_SECOND, WRITEBACK_SECOND,
                STORE_SECOND_EVICT_SECOND_WRITER_EVICT_SECOND);
            case ZEN_3_AND_4 -> List.of(STORE_FIRST_WRITEBACK_SECOND, STAGGER_WRITEBACK_BOTH, WRITEBACK_SECOND);
            case ZEN_5 -> List.of(EVICT_SECOND_WRITER_WRITEBACK_BOTH, STORE_SECOND_EVICT_SECOND_WRITER_EVICT_SECOND);
            // The best of every measured family is among the first two.
            case OTHER -> List.of(STORE_FIRST_WRITEBACK_SECOND, EVICT_SECOND_WRITER_WRITEBACK_BOTH, WRITEBACK_SECOND,
                STAGGER_WRITEBACK_BOTH, STORE_SECOND_EVICT_SECOND_WRITER_EVICT_SECOND);
        };
    }

    private List<Stressor> likeliestToTearWrites() {
        return switch (family) {
            case INTEL -> List.of(STORE_FIRST_WRITER_WRITEBACK_SECOND, STORE_SECOND_WRITER_EVICT_SECOND);
            case ZEN_3_AND_4, ZEN_5, OTHER -> List.of(STORE_SECOND_WRITER_EVICT_SECOND,
                STORE_FIRST_WRITER_WRITEBACK_SECOND);
        };
    }

    /** The stressors that this JVM, CPU and trial allow, in the order in which they are first tried. */
    public List<Stressor> usable(TrialSpec trial) {
        return Stream.concat(likeliest(trial).stream(), Stream.of(Stressor.values()))
            .distinct()
            .filter(one -> one.problem(trial.tier()) == null && one.fits(trial, rules.geometry()))
            .toList();
    }
}
