// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.archive.CpuDesign.ArchivedCell.CellKey;
import org.tearline.archive.CpuDesign.Claim.Difference;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.promise.Guarantees.PromisedGranule;
import org.tearline.trial.AccessClass;
import org.tearline.trial.AccessPair.Kind;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Fate;
import org.tearline.verdict.Granules.Granule;

/** Computes the granules that several submitters agree on, and how a claim differs from them. */
final class Agreement {
    private Agreement() {
    }

    /**
     * Returns the bounds that at least two submitters support. Each is the second best of those reported, so one
     * submitter alone cannot tighten it. Tears that contradict the vendor's promise do not count.
     *
     * @param submitters two or more
     */
    static Granules supportedByTwo(Collection<Granules> submitters, DesignPromise promise) {
        Map<Kind, Map<Width, Granule>> agreed = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            for (Width width : Width.values()) {
                int promised = promise.promisedBytes(width);
                List<Granule> reported = submitters.stream()
                    .map(submitter -> submitter.of(kind, width))
                    .filter(granule -> !granule.sums().isEmpty())
                    .map(granule -> withoutContradictions(granule, promised))
                    .toList();
                if (reported.size() > 1) {
                    agreed.computeIfAbsent(kind, key -> new EnumMap<>(Width.class)).put(width, secondBest(reported));
                }
            }
        }
        return new Granules(agreed, locked(submitters, promise));
    }

    private static Granule withoutContradictions(Granule granule, int promised) {
        if (granule.atMost() >= promised) {
            return granule;
        }
        return Granule.of(granule.sums().stream().filter(sum -> sum.torn() == 0 || sum.boundary() >= promised)
            .toList());
    }

    private static Fate locked(Collection<Granules> submitters, DesignPromise promise) {
        if (!promise.locked() && atLeastTwo(submitters, Fate.TORN)) {
            return Fate.TORN;
        }
        if (atLeastTwo(submitters, Fate.WHOLE)) {
            return Fate.WHOLE;
        }
        return Fate.UNKNOWN;
    }

    private static boolean atLeastTwo(Collection<Granules> submitters, Fate fate) {
        return submitters.stream().filter(submitter -> submitter.locked() == fate).count() > 1;
    }

    private static Granule secondBest(List<Granule> reported) {
        int atMost = reported.stream()
            .mapToInt(Granule::atMost)
            .sorted()
            .skip(1)
            .findFirst()
            .orElseThrow();
        // A lower bound above the agreed upper bound contradicts tears that two submitters saw.
        Granule least = reported.stream()
            .filter(granule -> granule.atLeast() <= atMost)
            .sorted(Comparator.comparing(Granule::atLeast).reversed())
            .skip(1)
            .findFirst()
            .orElse(Granule.UNKNOWN);
        return new Granule(least.atLeast(), atMost, least.quick(), secondSums(reported));
    }

    /**
     * Returns, for each boundary that several submitters tried, the counts with the second most changes, because those
     * with the most may be invented.
     */
    private static List<Granule.Sum> secondSums(List<Granule> reported) {
        return reported.stream()
            .flatMap(granule -> granule.sums().stream())
            .collect(Collectors.groupingBy(Granule.Sum::boundary, TreeMap::new, Collectors.toList()))
            .values()
            .stream()
            .flatMap(sums -> sums.stream()
                .sorted(Comparator.comparingLong(Granule.Sum::changes).reversed())
                .skip(1)
                .limit(1))
            .toList();
    }

    /** Whether the agreed granules imply that a cell tears. */
    static boolean tears(Granules agreed, CellKey key, AccessRules rules) {
        return key.kind(rules)
            .filter(kind -> agreed.fate(kind, key.trial().width(), key.boundary(rules)) == Fate.TORN)
            .isPresent();
    }

    /** Returns the contradictions between a claim and the agreed or promised granules. */
    static List<Difference> differences(Granules agreed, DesignPromise promise, Granules claim) {
        List<Difference> all = new ArrayList<>();
        for (Kind kind : List.of(Kind.STORE, Kind.LOAD, Kind.PAIR)) {
            for (Width width : Width.values()) {
                Granule claimed = claim.of(kind, width);
                Granule known = agreed.deciding(kind, width);
                // The promise counts as far as the agreed tears do not refute it.
                int whole = Math.max(known.atLeast(), Math.min(known.atMost(), promise.promisedBytes(width)));
                if (claimed.atMost() < whole) {
                    all.add(new Difference(kind, width, Fate.TORN, claimed.atMost(), whole));
                } else if (claimed.atLeast() > known.atMost()) {
                    all.add(new Difference(kind, width, Fate.WHOLE, claimed.atLeast(), known.atMost()));
                }
            }
        }
        if (claim.locked() == Fate.TORN && agreed.locked() != Fate.TORN) {
            // Locked instructions have no granule, hence no bounds.
            all.add(new Difference(Kind.LOCKED, Width.LONG, Fate.TORN, 0, 0));
        }
        return List.copyOf(all);
    }

    /**
     * The vendor's promise for a design. Tears reported by two handles cannot override it.
     *
     * @param bytes  the promised granule by width; 0 for no promise
     * @param locked whether split locks are promised to be whole
     */
    record DesignPromise(Map<Width, Integer> bytes, boolean locked) {
        /** The promise for emulators. */
        static final DesignPromise NONE = new DesignPromise(Map.of(), false);

        static DesignPromise of(CpuTraits traits, Geometry geometry) {
            Guarantees registry = Guarantees.load();
            Map<Width, Integer> bytes = new EnumMap<>(Width.class);
            for (Width width : Width.values()) {
                bytes.put(width, PromisedGranule.of(registry, traits, width, geometry).bytes());
            }
            Alignment splitLock = Alignment.of(geometry.lineCrossingOffset(Width.LONG), Long.BYTES, geometry);
            return new DesignPromise(bytes,
                registry.side(traits, Long.BYTES, splitLock, AccessClass.LOCKED).atomic());
        }

        /** Whether the vendor promises that a cell does not tear. */
        boolean covers(CellKey key, AccessRules rules) {
            if (key.pieces()) {
                return false;
            }
            if (key.kind(rules).equals(Optional.of(Kind.LOCKED))) {
                return locked;
            }
            return key.boundary(rules) < promisedBytes(key.trial().width());
        }

        int promisedBytes(Width width) {
            return bytes.getOrDefault(width, 0);
        }
    }
}
