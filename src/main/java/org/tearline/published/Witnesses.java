package org.tearline.published;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.plan.Crossing;
import org.tearline.plan.Geometry;
import org.tearline.plan.Width;

/** Chooses the few tears of a series whose bytes are published. Pure; any thread. */
public final class Witnesses {
    /** Keeps a default sweep below 64 KB. */
    public static final int ACROSS_LINES = 8;

    private Witnesses() {
    }

    /**
     * One per offset and seam: first those inside a line, where vendors promise otherwise and every offset needs its
     * own, then those across boundaries; in the order of their offsets.
     */
    public static List<TornWitness> choose(List<TornWitness> all, Geometry geometry) {
        Set<List<Integer>> seen = new HashSet<>();
        List<TornWitness> different = all.stream().sorted(Comparator.comparingInt(TornWitness::offset))
            .filter(witness -> seen.add(List.of(witness.offset(), witness.seam()))).toList();
        List<TornWitness> inside = different.stream().filter(witness -> isInside(witness, geometry))
            .limit(Series.MAX_WITNESSES).toList();
        long room = Math.min(ACROSS_LINES, Series.MAX_WITNESSES - inside.size());
        return Stream.concat(inside.stream(), different.stream().filter(witness -> !isInside(witness, geometry))
            .limit(room)).sorted(Comparator.comparingInt(TornWitness::offset)).toList();
    }

    private static boolean isInside(TornWitness witness, Geometry geometry) {
        return geometry.crossing(witness.offset(), Width.LONG) == Crossing.NONE;
    }
}
