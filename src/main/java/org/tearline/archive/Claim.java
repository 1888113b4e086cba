// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.List;
import java.util.Locale;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Granules.Kind;

/**
 * What one voice says of a CPU whose numbers do not rest on it.
 *
 * @param differences where it cannot be true together with the agreed numbers; empty where it agrees
 * @param disputing   of the handles that make one of these differences, as many as agree on it
 */
public record Claim(Voice voice, List<CpuFile> files, Granules granules, List<Difference> differences, int disputing) {
    /**
     * One point at which a claim and the agreed numbers cannot both be true.
     *
     * @param torn  whether the claim is a tear; else it is a silence
     * @param told  the bound that is claimed, in bytes
     * @param known the bound that is agreed or promised, in bytes
     */
    public record Difference(Kind kind, Width width, boolean torn, int told, int known) {
        /** What two claims have in common that go against the same number, however far. */
        record Side(Kind kind, Width width, boolean torn) {
        }

        Side side() {
            return new Side(kind, width, torn);
        }

        /** "store of 8 bytes torn across 4, agreed whole within 8". */
        @Override
        public String toString() {
            String what = kind.name().toLowerCase(Locale.ROOT) + " of " + width + " bytes ";
            return kind == Kind.LOCKED ? "locked instructions torn"
                : torn ? what + "torn across " + told + ", agreed whole within " + known
                : what + "whole within " + told + ", agreed torn across " + known;
        }
    }
}
