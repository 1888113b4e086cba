// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules.Granule;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Verdict;
import org.tearline.words.Words;

/** The evidence for a design's numbers, and the claims of other submitters. */
public record Evidence(String id, String name, String standing, List<Count> counts, List<CpuFile> files,
                       List<List<String>> claims, List<String> jcstress) {
    /**
     * The counts for one kind of access, width and boundary, with its place as text.
     *
     * @param bytes  the boundary
     * @param lowNew the number of torn values whose low half was newer; empty if unknown
     */
    public record Count(Verdict verdict, String kind, String width, int bytes, String boundary, long changes,
                        long torn, String lowNew) {
    }

    /** The columns of unconfirmed results. */
    public static final List<String> CLAIM_HEADS = List.of("CPU", "submitter", "store", "load",
        "compared with the confirmed numbers", "files");

    public static Evidence of(CpuDesign design) {
        String standing = switch (design.standing()) {
            case PROJECT -> "measured by the project";
            case TWO_HANDLES -> "confirmed by at least two submitters";
            case UNCONFIRMED -> "not confirmed";
        };
        return new Evidence(design.id(), design.bareName(), standing,
            counts(design.granules(), design.geometry()), design.files(), claims(design),
            design.jcstress().stream().map(Jcstress::words).toList());
    }

    /** Returns changes and tears by kind of access and boundary. The widths up to 8 bytes are added up. */
    public static List<Count> counts(Granules granules, Geometry geometry) {
        // A long stands for all Java types, which share a granule.
        List<Width> widths = Stream.concat(Stream.of(Width.LONG), Width.vectors().stream()).toList();
        return Stream.of(PairKind.values())
            .flatMap(kind -> widths.stream().flatMap(width -> counts(granules, geometry, kind, width)))
            .toList();
    }

    /** Returns all boundaries, from the smallest to the page. */
    public List<String> boundaries() {
        return counts.stream().sorted(Comparator.comparing(Count::bytes)).map(Count::boundary).distinct().toList();
    }

    /** Returns a row of counts for each kind of access and width: one for each boundary, or null. */
    public List<List<Count>> rows() {
        return counts.stream()
            .collect(Collectors.groupingBy(one -> one.kind + one.width, LinkedHashMap::new, Collectors.toList()))
            .values().stream().map(this::byBoundary).toList();
    }

    private List<Count> byBoundary(List<Count> row) {
        Map<String, Count> counts = row.stream().collect(Collectors.toMap(Count::boundary, one -> one));
        return boundaries().stream().map(counts::get).toList();
    }

    private static Stream<Count> counts(Granules granules, Geometry geometry, PairKind kind, Width width) {
        String widths = width.isVector() ? width.noun() : "up to 8 bytes";
        return Granule.byBoundary(granules.deciding(kind, width).sums()).values().stream()
            .map(sum -> {
                Verdict verdict = sum.torn() > 0 ? Verdict.TORN : Verdict.NOT_SEEN;
                return new Count(verdict, accesses(kind), widths, sum.boundary(), place(sum.boundary(), geometry),
                    sum.changes(), sum.torn(), Words.lowNew(sum.lowNew(), sum.highNew()));
            });
    }

    private static String accesses(PairKind kind) {
        return switch (kind) {
            case STORE -> "ordinary store, locked read";
            case LOAD -> "locked write, ordinary load";
            case PAIR -> "ordinary store and load";
            case LOCKED -> "both locked";
        };
    }

    private static String place(int boundary, Geometry geometry) {
        if (boundary == Geometry.OWN_MIDDLE) {
            return "middle";
        }
        return boundary == geometry.pageBytes() ? "page" : String.valueOf(boundary);
    }

    /** Returns a row for each unconfirmed result from one submitter. */
    public static List<List<String>> claims(CpuDesign design) {
        // A limit per design, so that many claims about one design do not hide those about others.
        return design.claims().stream().limit(20).map(claim -> List.of(described(design),
            claim.submitter().toString(), granule(claim, PairKind.STORE), granule(claim, PairKind.LOAD),
            compared(design, claim), String.valueOf(claim.files().size()))).toList();
    }

    /** Returns the name with all that tells designs of one name apart, such as "Neoverse N1 (aarch64, emulated)". */
    private static String described(CpuDesign design) {
        List<String> facts = new ArrayList<>(List.of(design.traits().architecture().toString()));
        if (design.emulated()) {
            facts.add("emulated");
        }
        if (!design.geometry().equals(Geometry.USUAL)) {
            facts.add("lines of " + design.geometry().lineBytes() + " and pages of " + design.geometry().pageBytes()
                + " bytes");
        }
        return design.bareName() + " (" + String.join(", ", facts) + ")";
    }

    private static String granule(Claim claim, PairKind kind) {
        return CpuRow.words(CpuRow.sideOrPair(claim.granules(), kind));
    }

    private static String compared(CpuDesign design, Claim claim) {
        if (!design.confirmed()) {
            return "no confirmed numbers";
        }
        List<String> differences = new ArrayList<>();
        claim.differences().forEach(difference -> differences.add(difference.toString()));
        if (claim.outvoted() > 0) {
            differences.add(Words.count(claim.outvoted(), "cell") + " in which the agreed results differ");
        }
        if (differences.isEmpty()) {
            boolean knowsAny = Stream.of(PairKind.values())
                .anyMatch(kind -> !claim.granules().of(kind).equals(Granule.UNKNOWN));
            return knowsAny ? "its granules agree" : "has no granule to compare";
        }
        String others = claim.disputing() > 1 ? " (disputed by " + claim.disputing() + " submitters)" : "";
        return "differs: " + String.join("; ", differences) + others;
    }
}
