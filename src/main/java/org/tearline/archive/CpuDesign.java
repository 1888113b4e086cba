// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.time.LocalDate;
import java.util.List;
import java.util.SortedSet;
import org.tearline.promise.CpuTraits;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.verdict.Granules;

/**
 * Everything that is published of the CPUs of one design.
 *
 * @param id       its name in links
 * @param name     the design's, computed from the numbers; else the CPU's key
 * @param keys     the keys of its models, such as {@code authenticamd-19-11-01}
 * @param brands   what these call themselves; of handles what two of them read
 * @param traits   what promises depend on
 * @param granules the agreed numbers; nothing is known where it is not confirmed
 * @param files    those that the numbers rest on, the newest first
 * @param cells    their evidence
 * @param claims   what other voices say
 * @param jcstress what the tests of jcstress saw, by those who count; at most one
 */
public record CpuDesign(String id, String name, Architecture architecture, Geometry geometry, boolean emulated,
                        SortedSet<String> keys, SortedSet<String> brands, CpuTraits traits, Standing standing,
                        Granules granules, List<CpuFile> files, List<ArchivedCell> cells, List<Claim> claims,
                        List<Jcstress> jcstress) {
    /** Who confirms the numbers. */
    public enum Standing {
        /** The maintainers measured it. */
        PROJECT,
        /** At least two handles agree. */
        TWO_HANDLES,
        /** One submitter, or anonymous files only: there are no agreed numbers. */
        UNCONFIRMED
    }

    public boolean confirmed() {
        return standing != Standing.UNCONFIRMED;
    }

    /** The most handles that agree on a difference from the agreed or promised numbers; 0 unless two do. */
    public int disputedBy() {
        int most = claims.stream().mapToInt(Claim::disputing).max().orElse(0);
        return most > 1 ? most : 0;
    }

    /** The day of the newest file; null without one. */
    public LocalDate newest() {
        return files.isEmpty() ? null : files.get(0).date();
    }
}
