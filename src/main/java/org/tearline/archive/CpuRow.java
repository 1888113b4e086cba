// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.tearline.archive.KnownCpu.Bounds;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PromisedGranule;
import org.tearline.trial.AccessClass;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules;

/**
 * A table row for a CPU design or, on the page, for a family of CPUs.
 *
 * @param id    empty for a family
 * @param cells the texts below {@link #HEADS} or, for a family, the promised granule alone
 * @param lines a cache line divided into blocks: by stores, by loads and by promises
 */
public record CpuRow(String id, String name, String detail, List<String> cells, int lineBytes, List<Line> lines) {
    /** The columns after the CPU; the last three are the numbers of files and submitters, and the newest date. */
    public static final List<String> HEADS = List.of("store", "load", "both locked", "promised", "runs", "submitters",
        "newest");
    /** The least number of bytes in a picture: the line of most CPUs. */
    private static final int PICTURED = 64;

    /**
     * A cache line divided into blocks.
     *
     * @param settled false if the granule may be smaller than a block
     */
    public record Line(String kind, int bytes, boolean settled) {
    }

    /** @param heads of the columns that are shown */
    public record Table(String caption, List<String> heads, List<CpuRow> rows) {
        public static final List<String> MEASURED = HEADS.subList(0, 5);
        public static final List<String> PROMISED = HEADS.subList(3, 4);
    }

    /** Returns the rows of the confirmed designs of either real or emulated CPUs. */
    public static List<CpuRow> measured(Archive archive, boolean emulated) {
        return archive.designs().stream()
            .filter(design -> design.confirmed() && design.emulated() == emulated)
            .map(CpuRow::of)
            .toList();
    }

    /** Returns the promises for all families of CPUs, measured or not. */
    public static List<CpuRow> promised() {
        List<CpuRow> rows = new ArrayList<>();
        for (CpuFamily family : Guarantees.load().families()) {
            PromisedGranule plain = PromisedGranule.of(family.traits(), Width.LONG, Geometry.USUAL);
            PromisedGranule ordered = PromisedGranule.of(family.traits(), Width.LONG, AccessClass.ORDERED,
                Geometry.USUAL);
            String also = ordered.bytes() == plain.bytes() ? "" : "; ordered and volatile " + words(ordered);
            rows.add(new CpuRow("", family.name(), family.alsoCalled(), List.of(words(plain) + also), PICTURED,
                lines(Granule.UNKNOWN, Granule.UNKNOWN, plain.bytes(), PICTURED)));
        }
        return rows;
    }

    private static CpuRow of(CpuDesign design) {
        Granules granules = design.granules();
        Granule store = sideOrPair(granules, PairKind.STORE);
        Granule load = sideOrPair(granules, PairKind.LOAD);
        int cells = Math.max(PICTURED, design.geometry().lineBytes());
        PromisedGranule promised = design.promised();
        String locked = switch (granules.locked()) {
            case WHOLE -> "whole everywhere tried";
            case TORN -> "torn";
            case UNKNOWN -> "unknown";
        };
        String name = design.bareName();
        if (design.geometry().pageBytes() != Geometry.USUAL.pageBytes()) {
            // A CPU may be measured with several sizes of its pages.
            name += ", pages of " + design.geometry().pageBytes() + " bytes";
        }
        return new CpuRow(design.id(), name, String.join("; ", design.brands()),
            List.of(words(store), words(load), locked, words(promised), String.valueOf(design.files().size()),
                String.valueOf(design.submitters()), design.newest().toString()),
            cells, lines(store, load, promised.bytes(), cells));
    }

    /** Returns the granule of one side, or that of the pair if nothing is known about the side alone. */
    public static Granule sideOrPair(Granules granules, PairKind kind) {
        Granule one = granules.of(kind);
        if (Bounds.of(one) == null) {
            return granules.of(PairKind.PAIR);
        }
        return one;
    }

    private static List<Line> lines(Granule store, Granule load, int promised, int cells) {
        List<Line> lines = new ArrayList<>();
        addMeasured(lines, "stores", store, cells);
        addMeasured(lines, "loads", load, cells);
        if (promised > 0) {
            boolean settled = true;
            lines.add(new Line("promised", Math.min(promised, cells), settled));
        }
        return List.copyOf(lines);
    }

    private static void addMeasured(List<Line> lines, String kind, Granule granule, int cells) {
        if (granule.atMost() < Granule.UNKNOWN_MOST) {
            lines.add(new Line(kind, Math.min(granule.atMost(), cells), granule.known()));
        }
    }

    static String words(Granule granule) {
        Bounds bounds = Bounds.of(granule);
        String quick = granule.quick() ? ", quick" : "";
        return bounds == null ? "not known" : bounds + " bytes" + quick;
    }

    private static String words(PromisedGranule promised) {
        if (promised.bytes() == 0) {
            return "nothing";
        }
        return promised.bytes() + " bytes (" + String.join(", ", promised.ruleIds()) + ")";
    }

    /** Describes the picture of the line for screen readers. */
    public String sentence() {
        return lines.stream().map(line -> line.kind() + " in blocks of " + line.bytes() + " bytes")
            .collect(Collectors.joining(", "));
    }
}
