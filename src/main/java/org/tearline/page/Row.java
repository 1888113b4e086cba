// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tearline.archive.Archive;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.CpuDesign.CpuFile;
import org.tearline.archive.KnownCpu;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.PromisedGranule;
import org.tearline.trial.AccessClass;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Granule;

/**
 * A table row for a CPU design or, on the page, for a family of CPUs.
 *
 * @param store    the granule of stores, in words
 * @param locked   the result for two locked instructions
 * @param promised the promised granule with its rules
 * @param runs     the number of files; empty if not measured
 * @param newest   the date of the newest file; empty if not measured
 * @param lines    a cache line divided into blocks: by stores, by loads and by promises
 */
public record Row(String id, String name, String detail, String store, String load, String locked, String promised,
                  String runs, String submitters, String newest, int lineBytes, List<Line> lines) {
    /** The least number of bytes in a picture: the line of most CPUs. */
    private static final int PICTURED = 64;

    /**
     * A cache line divided into blocks.
     *
     * @param settled false if the granule may be smaller than a block
     */
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

    /** @param measured whether the rows have measurements, or promises alone */
    public record Table(String caption, boolean measured, List<Row> rows) {
    }

    /** Returns the rows of the confirmed designs of real CPUs. */
    public static List<Row> measured(Guarantees guarantees, Archive archive) {
        return confirmed(guarantees, archive, design -> !design.emulated());
    }

    /** Returns the rows of the confirmed designs of emulated CPUs. */
    public static List<Row> emulated(Guarantees guarantees, Archive archive) {
        return confirmed(guarantees, archive, CpuDesign::emulated);
    }

    private static List<Row> confirmed(Guarantees guarantees, Archive archive, Predicate<CpuDesign> wanted) {
        return archive.designs().stream().filter(CpuDesign::confirmed).filter(wanted)
            .map(design -> of(guarantees, design)).toList();
    }

    /** Returns the promises for all families of CPUs, measured or not. */
    static List<Row> promised(Guarantees guarantees) {
        List<Row> rows = new ArrayList<>();
        for (CpuFamily family : guarantees.families()) {
            PromisedGranule plain = promised(guarantees, family.traits(), Geometry.USUAL, AccessClass.PLAIN);
            PromisedGranule ordered = promised(guarantees, family.traits(), Geometry.USUAL, AccessClass.ORDERED);
            String also = ordered.bytes() == plain.bytes() ? "" : "; ordered and volatile " + words(ordered);
            String none = "";
            rows.add(new Row(none, family.name(), family.alsoCalled(), none, none, none, words(plain) + also, none,
                none, none, PICTURED, lines(Granule.UNKNOWN, Granule.UNKNOWN, plain.bytes(), PICTURED)));
        }
        return rows;
    }

    private static Row of(Guarantees guarantees, CpuDesign design) {
        Granules granules = design.granules();
        Granule store = sideOrPair(granules, PairKind.STORE);
        Granule load = sideOrPair(granules, PairKind.LOAD);
        int cells = Math.max(PICTURED, design.geometry().lineBytes());
        PromisedGranule promised = design.emulated() ? new PromisedGranule(0, Set.of())
            : promised(guarantees, design.traits(), design.geometry(), AccessClass.PLAIN);
        String locked = switch (granules.locked()) {
            case WHOLE -> "whole everywhere tried";
            case TORN -> "torn";
            case UNKNOWN -> "unknown";
        };
        long submitters = design.files().stream().map(CpuFile::submitter).distinct().count();
        return new Row(design.id(), CpuDesign.bare(design.name()), String.join("; ", design.brands()), words(store),
            words(load), locked, words(promised), String.valueOf(design.files().size()), String.valueOf(submitters),
            design.newest().toString(), cells, lines(store, load, promised.bytes(), cells));
    }

    private static PromisedGranule promised(Guarantees guarantees, CpuTraits cpu, Geometry geometry,
                                            AccessClass access) {
        return PromisedGranule.of(guarantees, cpu, Width.LONG, access, geometry);
    }

    /** Returns the granule of one side, or that of the pair if nothing is known about the side alone. */
    static Granule sideOrPair(Granules granules, PairKind kind) {
        Granule one = granules.of(kind);
        return KnownCpu.Bounds.of(one) == null ? granules.of(PairKind.PAIR) : one;
    }

    private static List<Line> lines(Granule store, Granule load, int promised, int cells) {
        List<Line> lines = new ArrayList<>();
        addMeasured(lines, "stores", store, cells);
        addMeasured(lines, "loads", load, cells);
        if (promised > 0) {
            boolean settled = true;
            lines.add(Line.of("promised", promised, settled, cells));
        }
        return List.copyOf(lines);
    }

    private static void addMeasured(List<Line> lines, String kind, Granule granule, int cells) {
        if (granule.atMost() < Granule.UNKNOWN_MOST) {
            lines.add(Line.of(kind, granule.atMost(), granule.known(), cells));
        }
    }

    static String words(Granule granule) {
        KnownCpu.Bounds bounds = KnownCpu.Bounds.of(granule);
        String quick = granule.quick() ? ", quick" : "";
        return bounds == null ? "not known" : bounds + " bytes" + quick;
    }

    private static String words(PromisedGranule promised) {
        return promised.bytes() == 0 ? "nothing" : promised.bytes() + " bytes (" + String.join(", ",
            promised.ruleIds()) + ")";
    }

    /** Describes the picture of the line for screen readers. */
    public String sentence() {
        return lines.stream().map(line -> line.kind() + " in blocks of " + line.bytes() + " bytes")
            .collect(Collectors.joining(", "));
    }
}
