// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tearline.promise.Guarantees;

/** The answer for a CPU that nobody measured, from the rules. */
class PromiseSentenceTest {
    @Test
    void shouldSayUpToWhereALongIsWholeAndWhatItDoesBeyond() {
        assertThat(sentence("Cascade Lake")).isEqualTo("whole inside a 64-byte line, promised by Intel (I5, I8)."
            + " Across a line, offsets 57 to 63, every access that is not locked on both sides may tear (I9); one that"
            + " is stays whole (I22).");
        assertThat(sentence("Zen 4")).isEqualTo("whole at a multiple of 8, promised by AMD (A1). Anywhere else,"
            + " inside a line too, every access that is not locked on both sides may tear (A4); one that is stays"
            + " whole (A13).");
        assertThat(sentence("Neoverse V1")).isEqualTo("whole inside an aligned block of 16 bytes, promised by Arm"
            + " (R1, R5, R1b, R14). Across a multiple of 16 a plain access may tear (R6); a volatile access or a"
            + " compare-and-set faults (SIGBUS) (R15).");
        assertThat(sentence("Neoverse N1")).isEqualTo("whole at a multiple of 8, promised by Arm (R1, R1b). Anywhere"
            + " else, inside a line too, a plain access may tear (R2); a volatile access or a compare-and-set faults"
            + " (SIGBUS) (R12).");
        assertThat(sentence("Dhyana")).isEqualTo("no document was found that promises or denies anything (X4).");
    }

    /** What holds of two families is what the weaker one says; where one faults, it may. */
    @Test
    void shouldSayOfANameThatNobodyKnowsWhatHoldsAllTheSame() {
        assertThat(sentence("x86-64 CPU of Intel or AMD")).isEqualTo("whole at a multiple of 8, promised by Intel and"
            + " AMD (I5, A1). Anywhere else, inside a line too, every access that is not locked on both sides may tear"
            + " (A4, I9); one that is stays whole (I22, A13).");
        assertThat(sentence("Arm CPU of unknown design")).startsWith("whole at a multiple of 8, promised by Arm (R1,"
            + " R1b). Anywhere else, inside a line too, a plain access may tear").contains(
            "a compare-and-set may tear or fault");
    }

    private static String sentence(String name) {
        Guarantees guarantees = Guarantees.load();
        return new PromiseSentence(PromiseScope.all(guarantees).get(PromiseScope.number(guarantees,
            KnownCpus.list().get(KnownCpus.named(name)).families()))).text();
    }
}
