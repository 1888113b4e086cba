// SPDX-License-Identifier: Apache-2.0
package org.tearline.run.worker;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.tearline.loop.Region;
import org.tearline.loop.Target;
import org.tearline.run.link.Message.Where;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Generations;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Seams;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Side;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.TornDecoder;

/**
 * Where a trial hammers, what is stored there, and how a torn value is recognised.
 *
 * @param candidates the torn values that a cas reader asks for, of planted ones only that; empty for every other reader
 */
record Place(TrialSpec trial, Where where, int slot, long address, Target target, Generations generations,
             long[] candidates, TornDecoder decoder) {

    /** One in each slot. */
    static List<Place> all(Where where, TrialSpec trial, Region region, AccessRules rules) {
        List<Place> places = in(where, region, rules, trial);
        return where == Where.PING_PONG ? places.stream().map(Place::handingOver).toList() : places;
    }

    /** With the two values that are handed back and forth. */
    private Place handingOver() {
        long[] table = generations.table(0);
        return new Place(trial, where, slot, address, target, generations, new long[] {table[0], table[1]}, decoder);
    }

    /** What the loop of one side works on: of a one-sided trial the vector, or the locked long inside it. */
    Target target(Side side) {
        return locks(side) ? target.at(address + trial.inside()) : target;
    }

    private boolean locks(Side side) {
        return trial.oneSided() && (trial.write() == WriteMode.PLAIN) == (side == Side.READ);
    }

    /** Stores what the first write will find; a vector's load looks at a long among zeros. */
    void prepare() {
        long first = generations.table(0)[0];
        Region.put(address, trial.width(), locks(Side.WRITE) ? 0 : first);
        if (locks(Side.WRITE)) {
            Region.put(address + trial.inside(), Width.LONG, first);
        }
    }

    private static List<Place> in(Where where, Region region, AccessRules rules, TrialSpec trial) {
        int firstSlot = where == Where.TESTED ? 0 : Region.CONTROL_SLOT;
        ByteOrder order = ByteOrder.nativeOrder();
        int seam = rules.plantedSeam(trial);
        BitSet legal = rules.legalSeams(trial);
        boolean asks = trial.read() == ReadMode.CAS;
        Width width = trial.seenWidth();
        boolean storesVector = trial.oneSided() && trial.write() == WriteMode.PLAIN;
        return IntStream.range(firstSlot, firstSlot + Region.SLOTS).mapToObj(slot -> {
            // Another seed for each slot: a rhythm of the threads may meet the planted entries of one table too often.
            long seed = trial.seed() + slot;
            Generations pairs = Generations.alternating(trial.writers(), seed, width);
            Generations generations = !asks ? Generations.cycling(trial.writers(), seed, seam, width, order)
                : where != Where.PLANTED ? pairs
                : Generations.alternatingWithPlanted(trial.writers(), seed, seam, width, order);
            TornDecoder decoder = new TornDecoder(generations, legal, seam, order);
            long[] candidates = asks ? Seams.candidates(pairs, asked(legal, seam), order) : new long[0];
            return new Place(trial, where, slot - firstSlot, region.base() + region.slot(slot) + trial.offset(),
                Target.of(region, slot, trial.offset(), trial.width(), rules.geometry()), storesVector
                ? Generations.cycling(trial.writers(), seed, trial.cut(), trial.width(), order) : generations,
                asks && where == Where.PLANTED ? planted(candidates, decoder) : candidates, decoder);
        }).toList();
    }

    /** If the reader asked for others in turn, how many planted ones it finds would depend on how long each stays. */
    private static long[] planted(long[] candidates, TornDecoder decoder) {
        return Arrays.stream(candidates).filter(value -> decoder.seam(new long[] {value}, 0) == TornDecoder.PLANTED)
            .toArray();
    }

    /** An aligned value is asked for a cut in its middle, which is not to be found unless planted. */
    private static BitSet asked(BitSet legal, int seam) {
        if (!legal.isEmpty()) {
            return legal;
        }
        BitSet middle = new BitSet();
        middle.set(seam);
        return middle;
    }
}
