// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.machine.CpuFeature;
import org.tearline.trial.AccessClass;
import org.tearline.trial.Alignment;
import org.tearline.trial.Architecture;
import org.tearline.trial.LowerCase;

/**
 * A vendor's promise in the registry. The texts are for readers; the architectures, vendors, families and cases decide.
 *
 * @param vendorIds  empty for all vendors
 * @param minFamily  null for no limit
 * @param maxFamily  null for no limit
 * @param sources    documents; empty if none was found
 * @param cases      the promises; the cases of a rule differ in width, access, placement or features
 */
public record Rule(String id, String vendor, String appliesTo, String sentence,
                   List<Architecture> architectures, List<String> vendorIds, Integer minFamily, Integer maxFamily,
                   List<Source> sources, List<Case> cases) {
    /** A document and section, with its URL. */
    public record Source(String title, String url) {
    }

    /** A case of a rule: widths in bytes, and features that the CPU must have or must lack. */
    record Case(List<Integer> widths, List<AccessClass> accesses, List<Alignment> placements, Promise promise,
                List<CpuFeature> with, List<CpuFeature> without) {
        boolean appliesTo(Set<CpuFeature> features) {
            if (features == null) {
                return with.isEmpty() && without.isEmpty();
            }
            return features.containsAll(with) && without.stream().noneMatch(features::contains);
        }
    }

    public String source() {
        if (sources.isEmpty()) {
            return "no document found";
        }
        return sources.stream().map(Source::title).collect(Collectors.joining("; "));
    }

    /** Whether the rule covers this CPU, regardless of its features. */
    boolean concerns(CpuTraits cpu) {
        return architectures.contains(cpu.architecture())
            && (vendorIds.isEmpty() || vendorIds.contains(cpu.vendor()))
            && (minFamily == null || cpu.family() != null && cpu.family() >= minFamily)
            && (maxFamily == null || cpu.family() != null && cpu.family() <= maxFamily);
    }

    /** Promises from the strongest to the weakest. */
    public enum Promise {
        /** No reader ever sees part of the access. */
        ATOMIC,
        /** No document covers the access. */
        NO_RULE,
        /** The access may tear. */
        NOT_GUARANTEED,
        /** The access faults or is performed whole, as the CPU chooses. */
        ATOMIC_OR_FAULTS,
        /** The access may tear or trap. */
        NOT_GUARANTEED_OR_TRAPS,
        /** The access faults with a signal or an exception from the JVM. */
        FAULTS;

        /** Returns the promise for a pair whose sides have these promises, or for an access to which both apply. */
        static Promise weaker(Promise a, Promise b) {
            if (a.compareTo(b) < 0) {
                return weaker(b, a);
            }
            // Now a is the weaker one, unless they are equal.
            if (a == ATOMIC_OR_FAULTS && (b == NOT_GUARANTEED || b == NO_RULE)) {
                return NOT_GUARANTEED_OR_TRAPS;
            }
            return a;
        }

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }
}
