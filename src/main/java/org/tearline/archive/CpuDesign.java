// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.PromisedGranule;
import org.tearline.trial.Geometry;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;

/**
 * All published results of one CPU design.
 *
 * @param id       the design's name in links
 * @param name     computed from the CPU's numbers; the CPU's key if the design is unknown
 * @param keys     the keys of the design's models, such as {@code authenticamd-19-11-01}
 * @param brands   brand strings; without files of the project, only those that two handles report; empty if unconfirmed
 * @param traits   what promises depend on
 * @param granules the agreed numbers; unknown unless the design is confirmed
 * @param files    the files that the numbers are based on, newest first; empty if unconfirmed
 * @param cells    the evidence, in order
 * @param claims   results that differ from the agreed numbers or are not part of them
 * @param jcstress the outcome of the project's jcstress tests; at most one element
 */
public record CpuDesign(String id, String name, Geometry geometry, boolean emulated,
                        SortedSet<String> keys, SortedSet<String> brands, CpuTraits traits, Standing standing,
                        Granules granules, List<CpuFile> files, Map<CellKey, ArchivedCell> cells,
                        List<Claim> claims, List<Jcstress> jcstress) {
    /** Who confirmed the numbers. Designs are sorted in this order. */
    public enum Standing {
        /** The maintainers measured the design. */
        PROJECT,
        /** At least two handles agree. */
        TWO_HANDLES,
        /** Neither of the above, so there are no agreed numbers. */
        UNCONFIRMED;

        /** Whether a submitter's files decide the numbers. */
        boolean counts(Submitter submitter) {
            return switch (this) {
                case PROJECT -> submitter.equals(Submitter.PROJECT);
                case TWO_HANDLES -> submitter.isHandle();
                case UNCONFIRMED -> false;
            };
        }
    }

    public boolean confirmed() {
        return standing != Standing.UNCONFIRMED;
    }

    /** Returns the keys with numbers. A key of words could be the name of another design. */
    public Stream<String> numberedKeys() {
        return keys.stream().filter(Pattern.compile("-[0-9a-f]{2}").asPredicate());
    }

    /** Whether the CPU's numbers name the design. Otherwise the name is a key, whose words a file can choose. */
    public boolean named() {
        return !keys.contains(name);
    }

    /** Returns the name without a suffix. */
    public String bareName() {
        return bare(name);
    }

    /** Removes a suffix such as " (Server)" from a name. */
    public static String bare(String name) {
        return name.replaceFirst(" \\(.*", "");
    }

    /** Returns how many handles share a difference from the agreed or promised numbers; 0 if fewer than two. */
    int disputedBy() {
        return claims.stream().mapToInt(Claim::disputing).filter(handles -> handles > 1).max().orElse(0);
    }

    /** Returns the number of submitters whose files the numbers are based on. */
    int submitters() {
        return (int) files.stream().map(CpuFile::submitter).distinct().count();
    }

    /** Returns the vendor's promise for ordinary accesses to a long; none for an emulator. */
    PromisedGranule promised() {
        if (emulated) {
            return PromisedGranule.NONE;
        }
        return PromisedGranule.of(traits, Width.LONG, geometry);
    }

    /** Returns the date of the newest file that the numbers are based on; null if there are no agreed numbers. */
    LocalDate newest() {
        if (files.isEmpty()) {
            return null;
        }
        return files.get(0).date();
    }
}
