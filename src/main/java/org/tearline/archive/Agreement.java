// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.archive.CpuDesign.ArchivedCell;
import org.tearline.archive.CpuDesign.Claim.Difference;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.promise.Guarantees.PromisedGranule;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Fate;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules.Kind;

/** What several voices agree on, and where one of them differs. */
final class Agreement {
    private Agreement() {
    }

    /**
     * The bounds that two voices at least stand for: of each the second best, so that no single one moves a number. No
     * tear of theirs counts where the vendor promises that there is none.
     *
     * @param voices two or more
     */
    static Granules ofTwo(Collection<Granules> voices, Promise promise) {
        Map<Kind, Map<Width, Granule>> agreed = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            for (Width width : Width.values()) {
                int promised = promise.of(width);
                List<Granule> heard = voices.stream().map(voice -> voice.of(kind, width))
                    .filter(granule -> !granule.sums().isEmpty()).map(granule -> granule.atMost() >= promised ? granule
                        : Granule.of(granule.sums().stream().filter(sum -> sum.torn() == 0
                            || sum.boundary() >= promised).toList())).toList();
                if (heard.size() > 1) {
                    agreed.computeIfAbsent(kind, key -> new EnumMap<>(Width.class)).put(width, second(heard));
                }
            }
        }
        return new Granules(agreed, !promise.locked() && two(voices, Fate.TORN) ? Fate.TORN
            : two(voices, Fate.WHOLE) ? Fate.WHOLE : Fate.UNKNOWN);
    }

    private static boolean two(Collection<Granules> voices, Fate fate) {
        return voices.stream().filter(voice -> voice.locked() == fate).count() > 1;
    }

    private static Granule second(List<Granule> heard) {
        int most = heard.stream().mapToInt(Granule::atMost).sorted().skip(1).findFirst().orElseThrow();
        List<Granule> lower = heard.stream().filter(granule -> granule.atLeast() <= most)
            .sorted((a, b) -> b.atLeast() - a.atLeast()).toList();
        Granule least = lower.size() > 1 ? lower.get(1) : Granule.UNKNOWN;
        return new Granule(least.atLeast(), most, least.quick(), secondSums(heard));
    }

    /** Of each boundary, what the voice with the second most changes counted: who invents counts has the most. */
    private static List<Granule.Sum> secondSums(List<Granule> heard) {
        return heard.stream().flatMap(granule -> granule.sums().stream())
            .collect(Collectors.groupingBy(Granule.Sum::boundary, TreeMap::new, Collectors.toList())).values().stream()
            .flatMap(sums -> sums.stream().sorted(Comparator.comparingLong(Granule.Sum::changes).reversed())
                .skip(1).limit(1)).toList();
    }

    /** Whether a tear in a cell follows from the agreed granules. */
    static boolean tears(Granules agreed, ArchivedCell.Key key, AccessRules rules) {
        return key.kind(rules).filter(kind -> agreed.fate(kind, key.width(), key.boundary(rules)) == Fate.TORN)
            .isPresent();
    }

    /** Where a claim contradicts what is agreed or promised. */
    static List<Difference> differences(Granules agreed, Promise promise, Granules claim) {
        List<Difference> all = new ArrayList<>();
        for (Kind kind : List.of(Kind.STORE, Kind.LOAD, Kind.PAIR)) {
            for (Width width : Width.values()) {
                Granule told = claim.of(kind, width);
                Granule known = width.isVector() ? agreed.of(kind, width) : agreed.of(kind);
                int whole = Math.max(known.atLeast(), Math.min(known.atMost(), promise.of(width)));
                if (told.atMost() < whole) {
                    all.add(new Difference(kind, width, true, told.atMost(), whole));
                } else if (told.atLeast() > known.atMost()) {
                    all.add(new Difference(kind, width, false, told.atLeast(), known.atMost()));
                }
            }
        }
        if (claim.locked() == Fate.TORN && agreed.locked() != Fate.TORN) {
            all.add(new Difference(Kind.LOCKED, Width.LONG, true, 0, 0));
        }
        return List.copyOf(all);
    }

    /**
     * What the vendor of a design promises; two handles do not outweigh it.
     *
     * @param bytes whole inside of these, by width; 0 for no promise
     */
    record Promise(Map<Width, Integer> bytes, boolean locked) {
        /** For emulators, of which nobody promises anything. */
        static final Promise NONE = new Promise(Map.of(), false);

        static Promise of(CpuTraits traits, Geometry geometry) {
            Guarantees registry = Guarantees.load();
            Map<Width, Integer> bytes = new EnumMap<>(Width.class);
            for (Width width : Width.values()) {
                bytes.put(width, PromisedGranule.of(registry, traits, width,
                    width.isVector() ? AccessClass.VECTOR : AccessClass.PLAIN, geometry).bytes());
            }
            return new Promise(bytes, registry.side(traits, Long.BYTES, Alignment.of(
                geometry.lineCrossingOffset(Width.LONG), Long.BYTES, geometry), AccessClass.LOCKED).atomic());
        }

        /** Whether the vendor excludes tears in a cell. */
        boolean covers(ArchivedCell.Key key, AccessRules rules) {
            return !key.pieces() && (key.kind(rules).filter(kind -> kind == Kind.LOCKED).isPresent() ? locked
                : key.boundary(rules) < of(key.width()));
        }

        int of(Width width) {
            return bytes.getOrDefault(width, 0);
        }
    }
}
