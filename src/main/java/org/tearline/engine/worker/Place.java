package org.tearline.engine.worker;

import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.tearline.memory.Region;
import org.tearline.memory.Target;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Generations;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Seams;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Width;
import org.tearline.result.TornDecoder;

/**
 * Where a trial hammers, what is stored there, and how a torn value is recognised. Immutable, but for the arrays, which
 * nobody changes.
 *
 * @param candidates the torn values that a cas reader asks for; empty for every other reader
 */
record Place(TrialSpec trial, long address, Target target, Generations generations,
             long[] candidates, TornDecoder decoder) {

    /** The places of a trial, in all slots that are for it. */
    static List<Place> tested(TrialSpec trial, Region region, AccessRules rules) {
        return in(0, region, rules, trial, false);
    }

    /** The same places in the slots for everything that is not the trial itself. */
    static List<Place> apart(TrialSpec trial, Region region, AccessRules rules) {
        return in(Region.CONTROL_SLOT, region, rules, trial, false);
    }

    /** The places apart at which a cas reader finds mixtures that are stored on purpose. */
    static List<Place> planted(TrialSpec casReader, Region region, AccessRules rules) {
        return in(Region.CONTROL_SLOT, region, rules, casReader, true);
    }

    /** An aligned place for the ping-pong, which is told the two values that are handed over. */
    static Place ofPingPong(TrialSpec aligned, Region region, AccessRules rules) {
        Place place = apart(aligned, region, rules).get(0);
        long[] table = place.generations.table(0);
        return new Place(aligned, place.address, place.target, place.generations,
            new long[] {table[0], table[1]}, place.decoder);
    }

    private static List<Place> in(int firstSlot, Region region, AccessRules rules, TrialSpec trial, boolean planted) {
        ByteOrder order = ByteOrder.nativeOrder();
        int seam = rules.plantedSeam(trial);
        BitSet legal = rules.legalSeams(trial);
        boolean asks = trial.read() == ReadMode.CAS;
        Width width = trial.width();
        Generations pairs = Generations.alternating(trial.writers(), trial.seed(), width);
        Generations generations = !asks ? Generations.cycling(trial.writers(), trial.seed(), seam, width, order)
            : planted ? Generations.alternatingWithPlanted(trial.writers(), trial.seed(), seam, width, order) : pairs;
        long[] candidates = asks ? Seams.candidates(pairs, asked(legal, seam), order) : new long[0];
        TornDecoder decoder = new TornDecoder(generations, legal, seam, order);
        return IntStream.range(firstSlot, firstSlot + Region.SLOTS).mapToObj(slot -> new Place(trial,
            region.base() + region.slot(slot) + trial.offset(), Target.of(region, slot, trial.offset(),
            trial.width(), rules.geometry()), generations, candidates, decoder))
            .toList();
    }

    /** An aligned value is asked for a cut in its middle: it is not to be found, unless planted. */
    private static BitSet asked(BitSet legal, int seam) {
        if (!legal.isEmpty()) {
            return legal;
        }
        BitSet middle = new BitSet();
        middle.set(seam);
        return middle;
    }
}
