package org.tearline.engine;

import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.UnsafeApi;
import org.tearline.memory.Neighbourhood;
import org.tearline.memory.Region;
import org.tearline.plan.Generations;
import org.tearline.plan.Geometry;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Seams;
import org.tearline.plan.TrialSpec;
import org.tearline.result.TornDecoder;

/**
 * Where a trial hammers, what is stored there, and how a torn value is recognised. Immutable, but for the arrays, which
 * nobody changes.
 *
 * @param candidates the torn values that a cas reader asks for; empty for every other reader
 */
record Place(TrialSpec trial, long address, long position, Neighbourhood beside, Generations generations,
             long[] candidates, TornDecoder decoder) {
    /** The seam at which the positive control cuts a long. */
    private static final int MIDDLE = Long.BYTES / 2;

    /** The place of a trial in a region's first bay. */
    static Place of(TrialSpec trial, Region region, Geometry geometry) {
        boolean piecewise = piecewise(trial);
        BitSet seams = Seams.legal(trial.offset(), trial.width(), piecewise);
        return of(trial, region, geometry, seams, seams, piecewise);
    }

    /** Whether this very JVM makes the access of pieces; its flag costs nothing to read. */
    static boolean piecewise(TrialSpec trial) {
        return trial.piecewise(UnsafeApi.unalignedAccess());
    }

    /** The places of a trial in all bays of a region. */
    static List<Place> all(TrialSpec trial, Region region, Geometry geometry) {
        Place first = of(trial, region, geometry);
        return IntStream.range(0, Region.BAYS).mapToObj(bay -> first.in(bay, region, geometry)).toList();
    }

    private Place in(int bay, Region region, Geometry geometry) {
        return new Place(trial, address + region.bay(bay), position + region.bay(bay),
            Neighbourhood.of(region, bay, trial.offset(), trial.width(), geometry), generations, candidates, decoder);
    }

    /** The same place for the positive control, whose two stores cut in the middle and may be cut themselves. */
    static Place ofHalves(TrialSpec trial, Region region, Geometry geometry) {
        BitSet middle = new BitSet();
        middle.set(MIDDLE);
        return of(trial, region, geometry, Seams.legal(trial.offset(), trial.width(), true), middle, true);
    }

    /** An aligned place for the ping-pong, which is told the two values that are handed over. */
    static Place ofPingPong(TrialSpec aligned, Region region, Geometry geometry) {
        Place place = of(aligned, region, geometry);
        long[] table = place.generations.table(0);
        return new Place(aligned, place.address, place.position, place.beside, place.generations,
            new long[] {table[0], table[1]}, place.decoder);
    }

    private static Place of(TrialSpec trial, Region region, Geometry geometry, BitSet legal, BitSet asked,
                            boolean piecewise) {
        boolean asks = trial.read() == ReadMode.CAS;
        Generations generations = asks ? Generations.alternating(trial.writers(), trial.seed())
            : Generations.cycling(trial.writers(), trial.seed());
        ByteOrder order = ByteOrder.nativeOrder();
        return new Place(trial, region.base() + trial.offset(), region.position(trial.offset()),
            Neighbourhood.of(region, trial.offset(), trial.width(), geometry), generations,
            asks ? Seams.candidates(generations, asked, order) : new long[0],
            new TornDecoder(generations, legal, piecewise, order));
    }
}
