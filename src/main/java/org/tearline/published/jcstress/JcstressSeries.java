// SPDX-License-Identifier: Apache-2.0
package org.tearline.published.jcstress;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.plan.CpuDistance;
import org.tearline.plan.Geometry;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.published.CpuPair;
import org.tearline.published.Series;
import org.tearline.published.SeriesTier;
import org.tearline.result.CellReason;

/**
 * Puts the results of jcstress together as the series of a result file: samples for changes, no controls, no witnesses
 * (jcstress' bytes follow from the seam), no time. Immutable. Thread-safe.
 *
 * @param placements the pairs of CPUs; jcstress does not look whether its threads stayed there, so none is pinned
 * @param series     in the order of their names' parts
 * @param leftOut    tests that the file has no place for, with why; each once
 */
public record JcstressSeries(List<CpuPair> placements, List<Series> series,
                             SortedMap<String, Set<String>> leftOut) {
    private static final Pattern SIGHTING = Pattern.compile("(\\d{1,6}) (?:(before|after|no match)"
        + "|torn at ([1-7])(?:\\+[1-7])*: .*|(alien): .*)");
    private static final String REFUSED = "refused, refused";
    private static final Pattern GROUPS = Pattern.compile("\\(PG (\\d+), CG (\\d+)\\), \\(PG (\\d+), CG (\\d+)\\)");
    private static final String TEST_PACKAGE = "org.tearline.jcstress.";

    /** Holds what tells one series from another. */
    private record Key(Memory memory, WriteMode write, ReadMode read, CpuDistance placement, SeriesTier tier) {
        private static final Comparator<Key> ORDER = Comparator.comparing(Key::memory).thenComparing(Key::write)
            .thenComparing(Key::read).thenComparing(Key::placement).thenComparing(Key::tier);
    }

    /** Holds what the configurations of one series saw together. */
    private static final class Tally {
        private final SortedMap<Integer, Long> samples = new TreeMap<>();
        private final SortedMap<Integer, SortedMap<Integer, Long>> seams = new TreeMap<>();
        private final Set<Integer> refused = new TreeSet<>();
        private long all;
        private long alien;
    }

    /** Returns all that fits. */
    public static JcstressSeries of(JcstressExport export, Geometry geometry) {
        SortedMap<String, Set<String>> leftOut = new TreeMap<>();
        SortedMap<Key, Tally> tallies = new TreeMap<>(Key.ORDER);
        for (JcstressExport.Result result : export.results()) {
            Optional<JcstressCase> known = JcstressCase.of(result.test());
            Optional<String> why = known.isEmpty() ? Optional.of("no place in a result file") : fault(result);
            if (why.isPresent()) {
                leftOut.computeIfAbsent(why.get(), key -> new TreeSet<>())
                    .add(result.test().replace(TEST_PACKAGE, ""));
            } else {
                JcstressCase tried = known.get();
                Key key = new Key(tried.memory(), tried.write(), tried.read(), placement(result.scheduling()),
                    tier(tried, result.compilation()));
                count(result, tried.where().offsets(geometry), tallies.computeIfAbsent(key, k -> new Tally()));
            }
        }
        Set<CpuDistance> used = EnumSet.noneOf(CpuDistance.class);
        List<Series> series = new ArrayList<>();
        tallies.forEach((key, tally) -> {
            used.add(key.placement());
            series.add(series(key, tally));
        });
        return new JcstressSeries(used.stream().map(name -> new CpuPair(name, false, null)).toList(), series,
            leftOut);
    }

    /** Returns why a result of a known test cannot be counted. */
    private static Optional<String> fault(JcstressExport.Result result) {
        if (!result.status().equals("NORMAL")) {
            return Optional.of("not run to the end");
        }
        if (result.outcomes().isEmpty()) {
            return Optional.of("nothing seen");
        }
        return result.outcomes().stream().allMatch(outcome -> outcome.id().equals(REFUSED)
            || SIGHTING.matcher(outcome.id()).matches()) ? Optional.empty() : Optional.of("outcomes of another kind");
    }

    private static void count(JcstressExport.Result result, List<Integer> offsets, Tally tally) {
        for (JcstressExport.Outcome outcome : result.outcomes()) {
            if (outcome.id().equals(REFUSED)) {
                tally.refused.addAll(offsets);
                continue;
            }
            Matcher sighting = SIGHTING.matcher(outcome.id());
            sighting.matches();
            int offset = Integer.parseInt(sighting.group(1));
            tally.all += outcome.count();
            tally.samples.merge(offset, outcome.count(), Long::sum);
            if (sighting.group(3) != null) {
                tally.seams.computeIfAbsent(offset, at -> new TreeMap<>())
                    .merge(Integer.valueOf(sighting.group(3)), outcome.count(), Long::sum);
            } else if (sighting.group(4) != null) {
                tally.alien += outcome.count();
            }
        }
    }

    private static Series series(Key key, Tally tally) {
        tally.refused.removeAll(tally.samples.keySet());
        tally.refused.forEach(offset -> tally.samples.put(offset, 0L));
        List<Integer> offsets = List.copyOf(tally.samples.keySet());
        List<Long> torn = offsets.stream().map(offset -> tally.seams.getOrDefault(offset, new TreeMap<>()).values()
            .stream().mapToLong(Long::longValue).sum()).toList();
        long tornInAll = torn.stream().mapToLong(Long::longValue).sum();
        // A candidate's compare-and-set that succeeds is the confirmation; the other reads have none.
        long confirmed = key.read() == ReadMode.CAS ? tornInAll : 0;
        return new Series(key.memory(), Width.LONG.bytes(), 1, key.write(), key.read(), key.placement(), key.tier(),
            new Series.Totals(tally.all, tally.all, tally.alien, confirmed, 0, 0, 0), offsets,
            List.copyOf(tally.samples.values()), torn, null, null, tally.seams, null,
            tally.refused.isEmpty() ? List.of() : List.of(new Series.Note(List.copyOf(tally.refused),
                CellReason.API_REFUSES.state(), CellReason.API_REFUSES)), null, null);
    }

    /** From {@code (PG 0, CG 0), (PG 0, CG 1)}: package and core of writer and reader; unpinned if it says neither. */
    private static CpuDistance placement(String scheduling) {
        Matcher groups = GROUPS.matcher(scheduling);
        if (!groups.matches()) {
            return CpuDistance.UNPINNED;
        }
        if (!groups.group(1).equals(groups.group(3))) {
            return CpuDistance.OTHER_SOCKET;
        }
        return groups.group(2).equals(groups.group(4)) ? CpuDistance.SMT_SIBLINGS : CpuDistance.UNKNOWN;
    }

    /**
     * Returns the compiler where both actors had the same. jcstress chooses it for the actor; what the actor calls is
     * compiled as the JVM likes. So an interpreted actor may reach memory by compiled code, which locks less than the
     * interpreter, and the JDK's buffer may be entered in pieces from an actor of C2: both are mixed.
     */
    private static SeriesTier tier(JcstressCase tried, Map<String, String> compilation) {
        String writer = compilation.getOrDefault("writer", "");
        boolean calls = tried.memory() == Memory.BYTEBUFFER;
        if (calls || !writer.equals(compilation.get("reader"))) {
            return SeriesTier.MIXED;
        }
        return switch (writer) {
            case "C2" -> SeriesTier.C2;
            case "C1" -> SeriesTier.C1;
            default -> SeriesTier.MIXED;
        };
    }
}
