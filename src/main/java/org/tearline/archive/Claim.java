// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.List;
import org.tearline.trial.LowerCase;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules.Granule.Sum;
import org.tearline.verdict.Granules;

/**
 * A submitter's result that differs from the agreed numbers or is not part of them. Thread-safe.
 *
 * @param differences contradictions between the claim and the agreed or promised numbers
 * @param disputing   the largest number of handles that share one of the differences
 * @param outvoted    the number of cells that tore for this submitter although nothing else says that they tear, or
 *                    that have a strong negative result although most others tore
 */
record Claim(Submitter submitter, List<CpuFile> files, Granules granules, List<Difference> differences,
                    int disputing, int outvoted) {
    /**
     * A contradiction between a claim and the agreed or promised numbers, or between accounts that agree on none.
     *
     * @param fate    torn if the claim is a tear, whole if it is a negative result
     * @param claimed the claimed bound, in bytes; 0 for locked instructions, which have none
     * @param known   the agreed or promised bound, in bytes; 0 for locked instructions, or if nothing
     *                is agreed
     */
    record Difference(PairKind kind, Width width, Fate fate, int claimed, int known) {
        static Difference undecided(PairKind kind, Width width, Sum sum) {
            if (sum.torn() > 0) {
                return new Difference(kind, width, Fate.TORN, sum.boundary(), 0);
            }
            // A value inside an aligned block of twice that size crosses no larger boundary.
            return new Difference(kind, width, Fate.WHOLE, 2 * sum.boundary(), 0);
        }

        /** Returns what is contradicted, without bounds; the fate is null if nothing is agreed. */
        Difference disputed() {
            return new Difference(kind, width, known == 0 ? null : fate, 0, 0);
        }

        /** Returns text such as "store of 8 bytes torn across 4, agreed or promised to be whole within 8". */
        @Override
        public String toString() {
            if (kind == PairKind.LOCKED) {
                return "locked instructions " + LowerCase.of(fate);
            }
            String bounded = "whole within ";
            String compared = ", agreed to tear across ";
            if (fate == Fate.TORN) {
                bounded = "torn across ";
                compared = ", agreed or promised to be whole within ";
            }
            String claim = kind + " of " + width + " bytes " + bounded + claimed;
            if (known == 0) {
                return claim + ", which another submitter contradicts";
            }
            return claim + compared + known;
        }
    }
}
