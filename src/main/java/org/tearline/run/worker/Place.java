// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.tearline.loop.Region;
import org.tearline.loop.Target;
import org.tearline.run.link.Message.Where;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Generations;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Side;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.verdict.TornDecoder;

/**
 * Where a trial accesses memory, the values stored there, and the decoder for torn values. Thread-safe.
 *
 * @param candidates the torn values that a CAS reader compares with; empty for other readers
 */
record Place(TrialSpec trial, Where where, int slot, long address, Target target, Generations generations,
             long[] candidates, TornDecoder decoder) {

    /** Returns one place per slot. */
    static List<Place> all(Where where, TrialSpec trial, Region region, AccessRules rules) {
        int firstSlot = Region.CONTROL_SLOT;
        if (where == Where.TESTED) {
            firstSlot = 0;
        }
        ByteOrder order = ByteOrder.nativeOrder();
        int seam = rules.plantedSeam(trial);
        BitSet legal = rules.legalSeams(trial);
        boolean compares = trial.read() == ReadMode.CAS;
        List<Place> places = new ArrayList<>();
        for (int slot = firstSlot; slot < firstSlot + Region.SLOTS; slot++) {
            // Each slot has its own seed, because the threads may run in step with one table's planted entries.
            long seed = trial.seed() + slot;
            Generations generations = decoded(where, trial, seed, seam, order);
            TornDecoder decoder = new TornDecoder(generations, legal, seam, order);
            long[] candidates = {};
            if (compares) {
                Generations pairs = Generations.alternating(trial.writers(), seed, trial.seenWidth());
                candidates = pairs.candidates(seamsToCompare(legal, seam), order);
            }
            if (compares && where == Where.PLANTED) {
                candidates = planted(candidates, decoder);
            }
            if (trial.locksInside(Side.READ)) {
                generations = Generations.cycling(trial.writers(), seed, trial.cut(), trial.width(), order);
            }
            places.add(new Place(trial, where, slot - firstSlot, region.base() + region.slot(slot) + trial.offset(),
                Target.of(region, slot, trial.offset(), trial.width(), rules.geometry()), generations,
                candidates, decoder));
        }
        return places;
    }

    /** The stored values as the reader sees them: for a reader of a long in a vector, the values of that long. */
    private static Generations decoded(Where where, TrialSpec trial, long seed, int seam, ByteOrder order) {
        Width width = trial.seenWidth();
        if (trial.read() != ReadMode.CAS) {
            return Generations.cycling(trial.writers(), seed, seam, width, order);
        }
        if (where == Where.PLANTED) {
            return Generations.cyclingWithPlantedPair(trial.writers(), seed, seam, width, order);
        }
        return Generations.alternating(trial.writers(), seed, width);
    }

    /** What one side's loop accesses. In a one-sided trial, this is the vector or the locked long inside it. */
    Target target(Side side) {
        if (trial.locksInside(side)) {
            return target.at(address + trial.lockedOffset());
        }
        return target;
    }

    /** Stores the initial value. If the writer stores a long inside the vector, the rest of the vector is zero. */
    void prepare() {
        long first = generations.table(0)[0];
        if (trial.locksInside(Side.WRITE)) {
            Region.put(address, trial.width(), 0);
            Region.put(address + trial.lockedOffset(), Width.LONG, first);
        } else {
            Region.put(address, trial.width(), first);
        }
    }

    /**
     * Keeps only the planted candidate. If the reader tried all candidates in turn, the number of planted values
     * found would depend on how long each value stays in memory.
     */
    private static long[] planted(long[] candidates, TornDecoder decoder) {
        return Arrays.stream(candidates).filter(value -> decoder.seam(new long[] {value}, 0) == TornDecoder.PLANTED)
            .toArray();
    }

    /** An aligned value has no legal seam, so its reader looks for the seam of planted values. */
    private static BitSet seamsToCompare(BitSet legal, int seam) {
        if (legal.isEmpty()) {
            return BitSet.valueOf(new long[] {1L << seam});
        }
        return legal;
    }
}
