// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tearline.promise.PromisedGranule;
import org.tearline.trial.LowerCase;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules.Tested;
import org.tearline.verdict.Granules;

/**
 * The agreed numbers of one CPU design, as listed in {@code reports/granules.json}.
 *
 * @param keys       the keys of the design's models, such as {@code authenticamd-19-11-01}
 * @param store      the granule of ordinary stores of at most 8 bytes; null if unknown
 * @param load       the granule of ordinary loads of at most 8 bytes; null if unknown
 * @param pair       the smaller of the two granules, if {@code store} or {@code load} is unknown; otherwise null
 * @param locked     whole, torn or unknown: the result for two locked instructions at all places
 * @param vectors    the smaller of the granules of vector stores and loads, by width in bytes
 * @param promised   the vendor's promise for a long
 * @param confirmed  project or two-handles
 * @param exceptions boundaries at which the measurements disagree with the granule
 * @param disputedBy how many handles agree on a different number; null if fewer than two
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record KnownCpu(String id, String name, String arch, String vendor, Integer family, List<String> keys,
                       int lineBytes, Bounds store, Bounds load, Bounds pair, String locked,
                       @JsonSetter(nulls = Nulls.AS_EMPTY) SortedMap<Integer, Bounds> vectors, KnownPromise promised,
                       String confirmed, int files, int submitters, String newest, List<String> exceptions,
                       Integer disputedBy, List<String> digests) {
    /**
     * The bounds of a granule in bytes. If they are equal, the granule is known exactly.
     *
     * @param atLeast null if there is no negative result
     * @param atMost  null if there is no tear
     * @param quick   true if the lower bound rests on fewer changes than a strong one needs, otherwise null
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Bounds(Integer atLeast, Integer atMost, Boolean quick) {
        public static final Bounds NONE = new Bounds(null, null, null);

        /** Returns null if neither bound is known. */
        public static Bounds of(Granule granule) {
            if (granule.atLeast() == Granule.UNKNOWN_LEAST && granule.atMost() == Granule.UNKNOWN_MOST) {
                return null;
            }
            return new Bounds(nullIf(Granule.UNKNOWN_LEAST, granule.atLeast()),
                nullIf(Granule.UNKNOWN_MOST, granule.atMost()), nullIf(false, granule.quick()));
        }

        private static <T> T nullIf(T unknown, T value) {
            if (value.equals(unknown)) {
                return null;
            }
            return value;
        }

        private Granule granule() {
            return new Granule(Objects.requireNonNullElse(atLeast, Granule.UNKNOWN_LEAST),
                Objects.requireNonNullElse(atMost, Granule.UNKNOWN_MOST), quick != null, List.of());
        }

        /** Returns text such as "32", "16 to 64", "32 or more" or "64 or less". */
        @Override
        public String toString() {
            if (atLeast == null) {
                return atMost + " or less";
            }
            if (atMost == null) {
                return atLeast + " or more";
            }
            if (atLeast.equals(atMost)) {
                return atLeast.toString();
            }
            return atLeast + " to " + atMost;
        }
    }

    /** The promised granule; 0 if not even aligned accesses are promised. */
    record KnownPromise(int bytes, List<String> rules) {
    }

    /** Returns the entry for a confirmed design. */
    static KnownCpu of(CpuDesign design) {
        Granules granules = design.granules();
        SortedMap<Integer, Bounds> vectors = new TreeMap<>();
        Width.vectors().forEach(width -> {
            Bounds bounds = Bounds.of(granules.of(PairKind.PAIR, width));
            if (bounds != null) {
                vectors.put(width.bytes(), bounds);
            }
        });
        PromisedGranule promised = design.promised();
        Bounds store = Bounds.of(granules.of(PairKind.STORE));
        Bounds load = Bounds.of(granules.of(PairKind.LOAD));
        Bounds pair = store == null || load == null ? Bounds.of(granules.of(PairKind.PAIR)) : null;
        return new KnownCpu(
            design.id(),
            design.bareName(),
            design.traits().architecture().toString(),
            design.traits().vendor(),
            design.traits().family(),
            List.copyOf(design.keys()),
            design.geometry().lineBytes(),
            store, load, pair,
            LowerCase.of(granules.locked()),
            vectors,
            new KnownPromise(promised.bytes(), promised.ruleIds()),
            LowerCase.of(design.standing()),
            design.files().size(),
            design.submitters(),
            design.newest().toString(),
            exceptions(granules),
            Bounds.nullIf(0, design.disputedBy()),
            design.files().stream().map(CpuFile::digest).sorted().toList());
    }

    private static List<String> exceptions(Granules granules) {
        List<String> exceptions = new ArrayList<>();
        for (PairKind kind : List.of(PairKind.STORE, PairKind.LOAD)) {
            for (Width width : Width.values()) {
                for (Sum sum : granules.of(kind, width).silentAbove()) {
                    exceptions.add(kind + " of " + width + " bytes: none in " + sum.changes() + " changes across "
                        + sum.boundary());
                }
            }
        }
        return exceptions;
    }

    public Granules granules() {
        Map<Tested, Granule> known = new HashMap<>();
        put(known, PairKind.STORE, Width.LONG, store);
        put(known, PairKind.LOAD, Width.LONG, load);
        put(known, PairKind.PAIR, Width.LONG, pair);
        vectors.forEach((bytes, bounds) -> put(known, PairKind.PAIR, Width.of(bytes), bounds));
        return new Granules(known, Fate.valueOf(locked.toUpperCase(Locale.ROOT)));
    }

    private static void put(Map<Tested, Granule> known, PairKind kind, Width width, Bounds bounds) {
        if (bounds != null) {
            known.put(new Tested(kind, width), bounds.granule());
        }
    }
}
