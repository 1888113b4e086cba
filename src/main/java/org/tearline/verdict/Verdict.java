// SPDX-License-Identifier: Apache-2.0
package org.tearline.verdict;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.tearline.promise.Rule.Promise;
import org.tearline.trial.LowerCase;

/**
 * What is known about an access, a trial, or a value of a program, worst first. The table has for each verdict a sign
 * for readers who cannot tell colours apart, the headline, the code in result files, and the code in a judgement with
 * what it means there. A code is null where the verdict does not occur.
 */
public enum Verdict {
    /** At least one torn value with a legal seam, which is proof in itself; or a prediction from such values. */
    TORN("▲", "YES, IT TEARS", "torn", "tears", "shared, and torn on a measured CPU or by the JVM"),
    /** Java code makes the access in pieces until the JIT compiles the call. */
    TORN_UNTIL_COMPILED("▲", "TEARS UNTIL COMPILED", null, null, null),
    /** The access faults. In a trial, also if the worker died or a loop threw an unexpected error. */
    FAULTS("×", "FAULTS", "fault", "faults", "faults or may fault at an access, whoever shares it"),
    /** The JVM uses other instructions, which fault, until the JIT compiles the call. */
    FAULTS_UNTIL_COMPILED("×", "FAULTS UNTIL COMPILED", null, null, null),
    /** The API does not allow the access, or the user or the kernel does not allow its split locks. */
    REFUSED("⊘", "REFUSED", "refused", null, null),
    /** Until the JIT compiles the call, the JDK makes the access by other means, which refuse it. */
    REFUSED_UNTIL_COMPILED("⊘", "REFUSED UNTIL COMPILED", null, null, null),
    /** The access faults or is whole, as the CPU chooses. */
    MAY_FAULT("÷", "MAY FAULT", null, null, null),
    /** Neither a measurement nor a promise says that the access is whole. */
    OPEN("?", "NOT PROMISED", null, "may-tear", "shared, and not promised to be whole"),
    /** It is not known whether the value is shared. */
    UNKNOWN("?", "UNKNOWN", null, "unknown", "not whole on every CPU if shared, which the agent could not tell"),
    /** A trial without a conclusion; see the reason. */
    INCONCLUSIVE("?", "INCONCLUSIVE", "inconclusive", null, null),
    /** Enough changes without a tear, seen by a reader that was shown to detect tears. */
    NOT_SEEN("●", "NOT SEEN", "none", null, null),
    /** Every access is a locked instruction, which is whole on x86-64. */
    LOCKED("✓", "LOCKED", null, "locked", "shared, and whole on x86-64 as long as every access locks"),
    /** The vendor promises that the access is whole. */
    PROMISED("✓", "PROMISED WHOLE", null, "promised", "shared, and promised to be whole"),
    /** Happens-before orders all conflicting accesses of different threads. */
    ORDERED("✓", "ORDERED", null, "ordered", "accessed by threads in an order that the agent saw"),
    /** Only one thread accesses the value. */
    ONE_THREAD("✓", "ONE THREAD", null, "one-thread", "accessed by one thread, as far as the agent saw");

    private final String sign;
    private final String headline;
    private final String fileCode;
    private final String valueCode;
    private final String ofValue;

    Verdict(String sign, String headline, String fileCode, String valueCode, String ofValue) {
        this.sign = sign;
        this.headline = headline;
        this.fileCode = fileCode;
        this.valueCode = valueCode;
        this.ofValue = ofValue;
    }

    /** Returns the verdict on an access by what the vendor promises and what the granules predict. */
    public static Verdict of(Promise promise, Fate fate) {
        if (promise == Promise.FAULTS) {
            return FAULTS;
        }
        if (fate == Fate.TORN) {
            return TORN;
        }
        Verdict unpromised = OPEN;
        if (fate == Fate.WHOLE) {
            unpromised = NOT_SEEN;
        }
        return switch (promise) {
            case ATOMIC -> PROMISED;
            case ATOMIC_OR_FAULTS, FAULTS -> MAY_FAULT;
            case NO_RULE, NOT_GUARANTEED, NOT_GUARANTEED_OR_TRAPS -> unpromised;
        };
    }

    /** Returns the worse of two verdicts. */
    public static Verdict worse(Verdict a, Verdict b) {
        return Collections.min(List.of(a, b));
    }

    public String sign() {
        return sign;
    }

    public String headline() {
        return headline;
    }

    /** Returns the name in the page's links, files and styles. One that ends with compilation looks the same. */
    public String style() {
        return LowerCase.of(this).replaceFirst("-until-compiled$", "");
    }

    /** Returns the code in result files if there is one, otherwise the name. */
    @Override
    public String toString() {
        return Objects.requireNonNullElseGet(fileCode, this::style);
    }

    /** Returns the name in the output of a single trial. */
    public String answer() {
        if (this == NOT_SEEN) {
            return "none-seen";
        }
        return toString();
    }

    /** Returns the code for a value of a program. */
    public String valueCode() {
        return valueCode;
    }

    /** Returns the headline for a value of a program, such as "MAY TEAR". */
    public String valueHeadline() {
        return valueCode.toUpperCase(Locale.ROOT).replace('-', ' ');
    }

    /** Returns what the verdict on a value of a program means, such as "shared, and promised to be whole". */
    public String ofValue() {
        return ofValue;
    }

    /** Whether a program with such a value needs a fix. */
    public boolean isError() {
        return this == TORN || this == FAULTS || this == OPEN;
    }

    /** Whether a baseline may accept such a value with a reason. */
    public boolean mayBeAccepted() {
        return isError() || this == UNKNOWN;
    }

    /** Whether an access that is missing from the agent's report could refute it. */
    public boolean needsAllAccesses() {
        return compareTo(ORDERED) >= 0;
    }
}
