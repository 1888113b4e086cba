// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.archive.Archive;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.CpuDesign.CpuFile;
import org.tearline.archive.KnownCpu;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.promise.Guarantees.PromisedGranule;
import org.tearline.trial.Geometry;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules.Kind;

/**
 * A CPU design in one line: the same on the page, in reports/README.md and in README.md. Immutable.
 *
 * @param store      the granule of its stores, in words
 * @param locked     what was seen of two locked instructions
 * @param promised   the promised granule with its rules
 * @param runs       how many files; empty where nobody measured it
 * @param newest     the day of the newest one; empty without one
 * @param lines      its line of bytes, cut where stores and loads are cut and where promises end
 */
public record Row(String id, String name, String detail, String store, String load, String locked, String promised,
                  String runs, String submitters, String newest, int lineBytes, List<Line> lines) {
    private static final int PICTURED = 64;

    /** A line of bytes in blocks: one for stores, one for loads, one for promises. */
    public record Line(String kind, List<Integer> starts, int bytes, boolean settled) {
        private static Line of(String kind, int granule, boolean settled, int cells) {
            int bytes = Math.min(granule, cells);
            List<Integer> starts = new ArrayList<>();
            for (int at = 0; at < cells; at += bytes) {
                starts.add(at);
            }
            return new Line(kind, List.copyOf(starts), bytes, settled);
        }
    }

    /** The confirmed designs, real or emulated. */
    static List<Row> measured(Guarantees guarantees, Archive archive, boolean emulated) {
        return archive.designs().stream().filter(design -> design.confirmed() && design.emulated() == emulated)
            .map(design -> of(guarantees, design)).toList();
    }

    /** What vendors promise to those that nobody measured, too. */
    static List<Row> promised(Guarantees guarantees) {
        Geometry geometry = new Geometry(PICTURED, 4096);
        return guarantees.families().stream().map(family -> {
            PromisedGranule plain = promised(guarantees, family.traits(), geometry, AccessClass.PLAIN);
            PromisedGranule ordered = promised(guarantees, family.traits(), geometry, AccessClass.ORDERED);
            return new Row("", family.name(), family.alsoCalled(), "", "", "", words(plain)
                + (ordered.bytes() == plain.bytes() ? "" : "; ordered and volatile " + words(ordered)), "", "", "",
                PICTURED, lines(Granule.UNKNOWN, Granule.UNKNOWN, plain.bytes(), PICTURED));
        }).toList();
    }

    private static Row of(Guarantees guarantees, CpuDesign design) {
        Granules granules = design.granules();
        Granule store = either(granules, Kind.STORE);
        Granule load = either(granules, Kind.LOAD);
        int cells = Math.max(PICTURED, design.geometry().lineBytes());
        PromisedGranule promised = design.emulated() ? new PromisedGranule(0, Set.of())
            : promised(guarantees, design.traits(), design.geometry(), AccessClass.PLAIN);
        return new Row(design.id(), ModelNumbers.bare(design.name()), String.join("; ", design.brands()), words(store),
            words(load), switch (granules.locked()) {
                case WHOLE -> "whole anywhere tried";
                case TORN -> "torn";
                case UNKNOWN -> "not tried";
            }, words(promised), String.valueOf(design.files().size()), String.valueOf(design.files().stream()
                .map(CpuFile::submitter).distinct().count()), design.newest().toString(), cells,
            lines(store, load, promised.bytes(), cells));
    }

    private static PromisedGranule promised(Guarantees guarantees, CpuTraits cpu, Geometry geometry,
                                            AccessClass access) {
        return PromisedGranule.of(guarantees, cpu, Width.LONG, access, geometry);
    }

    /** Where no locked instruction could ask one side alone, the smaller granule of both is told of each. */
    static Granule either(Granules granules, Kind kind) {
        Granule one = granules.of(kind);
        return KnownCpu.Bounds.of(one) == null ? granules.of(Kind.PAIR) : one;
    }

    private static List<Line> lines(Granule store, Granule load, int promised, int cells) {
        List<Line> lines = new ArrayList<>();
        Map.of("stores", store, "loads", load).entrySet().stream().sorted(Map.Entry.<String, Granule>comparingByKey()
            .reversed()).filter(one -> one.getValue().atMost() < Granule.UNKNOWN_MOST).forEach(one ->
                lines.add(Line.of(one.getKey(), one.getValue().atMost(), one.getValue().known(), cells)));
        if (promised > 0) {
            lines.add(Line.of("promised", promised, true, cells));
        }
        return List.copyOf(lines);
    }

    static String words(Granule granule) {
        KnownCpu.Bounds bounds = KnownCpu.Bounds.of(granule);
        return bounds == null ? "not known" : bounds + " bytes" + (granule.quick() ? ", quick" : "");
    }

    private static String words(PromisedGranule promised) {
        return promised.bytes() == 0 ? "nothing" : promised.bytes() + " bytes (" + String.join(", ",
            promised.ruleIds()) + ")";
    }

    /** The line in a sentence, for who does not see it. */
    public String sentence() {
        return lines.stream().map(line -> line.kind() + " in blocks of " + line.bytes() + " bytes")
            .collect(Collectors.joining(", "));
    }
}
