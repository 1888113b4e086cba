// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.CpuDesign.Claim;
import org.tearline.archive.CpuDesign.Claim.Difference;
import org.tearline.archive.CpuDesign.CpuFile;
import org.tearline.archive.Jcstress;
import org.tearline.page.Answer.Verdict;
import org.tearline.trial.AccessPair.Kind;
import org.tearline.trial.Geometry;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Granule;

/**
 * The evidence for a design's numbers, and the claims of other submitters.
 *
 * @param counts changes and tears by boundary and kind of access
 */
public record Evidence(String id, String name, String standing, List<Count> counts, List<CpuFile> files,
                       List<Said> claims, List<String> jcstress) {
    /** Limit per design, so that many claims about one design do not hide those about others. */
    private static final int MOST_CLAIMS = 20;

    /**
     * One row of counts.
     *
     * @param lowNew the number of torn values whose low half was newer; empty if unknown
     */
    public record Count(Verdict verdict, String kind, String width, String boundary, String changes, String torn,
                        String lowNew) {
    }

    /** An unconfirmed result from one submitter. */
    public record Said(String design, String submitter, String store, String load, String words, int files) {
    }

    static Evidence of(CpuDesign design) {
        return new Evidence(design.id(), CpuDesign.bare(design.name()), switch (design.standing()) {
            case PROJECT -> "measured by the project";
            case TWO_HANDLES -> "confirmed by at least two submitters";
            case UNCONFIRMED -> "not confirmed";
        }, counts(design.granules(), design.geometry()), design.files(), said(design), design.jcstress().stream()
            .map(Jcstress::words).toList());
    }

    /** Returns changes and tears by kind of access and boundary. The widths up to 8 bytes are added up. */
    public static List<Count> counts(Granules granules, Geometry geometry) {
        List<Count> counts = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            count(counts, granules, geometry, kind, Width.LONG);
            Width.vectors().forEach(width -> count(counts, granules, geometry, kind, width));
        }
        return List.copyOf(counts);
    }

    private static void count(List<Count> counts, Granules granules, Geometry geometry, Kind kind, Width width) {
        SortedMap<Integer, Granule.Sum> sums = new TreeMap<>();
        Answers.sums(granules, kind, width).forEach(sum -> sums.merge(sum.boundary(), sum, Granule.Sum::plus));
        sums.forEach((boundary, sum) -> counts.add(new Count(sum.torn() > 0 ? Verdict.TORN : Verdict.NOT_SEEN,
            switch (kind) {
                case STORE -> "ordinary store, locked read";
                case LOAD -> "locked write, ordinary load";
                case PAIR -> "ordinary store and load";
                case LOCKED -> "both locked";
            }, width.isVector() ? width.noun() : "up to 8 bytes", boundary == geometry.pageBytes() ? "page"
                : boundary == Geometry.OWN_MIDDLE ? "middle" : String.valueOf(boundary), Words.count(sum.changes()),
            Words.count(sum.torn()), Words.lowNew(sum.lowNew(), sum.highNew()))));
    }

    public static List<Said> said(CpuDesign design) {
        return design.claims().stream().limit(MOST_CLAIMS).map(claim -> new Said(CpuDesign.bare(design.name()),
            claim.submitter().toString(), words(claim, Kind.STORE), words(claim, Kind.LOAD), words(design, claim),
            claim.files().size())).toList();
    }

    private static String words(Claim claim, Kind kind) {
        Granule granule = Row.either(claim.granules(), kind);
        return Row.words(granule);
    }

    private static String words(CpuDesign design, Claim claim) {
        return !design.confirmed() ? "no confirmed numbers" : claim.differences().isEmpty() ? "agrees"
            : "differs: " + claim.differences().stream().map(Difference::toString).collect(Collectors.joining("; "))
            + (claim.disputing() > 1 ? " (disputed by " + claim.disputing() + " submitters)" : "");
    }
}
