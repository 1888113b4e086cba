// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.Comparator;
import org.tearline.archive.CpuRow;
import org.tearline.trial.Instructions;
import org.tearline.trial.PairKind;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Granules.Granule;

/**
 * The answer that the page shows first, for a long with ordered writes and volatile reads. Not thread-safe.
 *
 * @param cpu    one of the project's if there is any, and of those one whose stores tear across the smallest boundary
 * @param offset across that boundary
 */
public record Example(CardTexts cards, Subject cpu, int offset) {
    static Example of(CardTexts cards) {
        Subject cpu = cards.all().stream().filter(Subject::isReal)
            .min(Comparator.comparing(Subject::isProjects).reversed().thenComparing(Example::cut)
                .thenComparing(Subject::id)).orElse(cards.all().get(0));
        int cut = cut(cpu);
        int offset = cut < cpu.geometry().lineBytes() ? cut - Long.BYTES / 2 : TrialSpec.USUAL.offset();
        return new Example(cards, cpu, offset);
    }

    /** Returns the smallest boundary across which stores tear; {@link Granule#UNKNOWN_MOST} if none is known. */
    private static int cut(Subject cpu) {
        if (!cpu.isMeasured()) {
            return Granule.UNKNOWN_MOST;
        }
        return CpuRow.sideOrPair(cpu.measured().granules(), PairKind.STORE).atMost();
    }

    public CardText card() {
        Instructions access = Instructions.of(WriteMode.ORDERED, ReadMode.VOLATILE, Width.LONG, cpu.architecture());
        return cards.at(cpu, access, offset).filled(this::filled);
    }

    /** Returns the Java line for the next aligned address. */
    public String java() {
        return filled(PageData.JAVA.at("/unsafe/ordered").asString().replace("ADDRESS", "base + {next}"));
    }

    /** Fills in the placeholders for the example, as answer.js does. */
    private String filled(String text) {
        int last = offset + Long.BYTES - 1;
        int boundary = cpu.geometry().boundary(offset, Width.LONG);
        // AND with -n rounds down to a multiple of n.
        return text.replace("{cpu}", cpu.name()).replace("{nearest}", cpu.nearestName(cards.all()))
            .replace("{from}", "" + offset).replace("{to}", "" + last).replace("{edge}", "" + (last & -boundary))
            .replace("{next}", "" + (last & -Long.BYTES));
    }
}
