// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.tearline.machine.CpuModel.CpuFeature;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry.Alignment;

/**
 * One promise of one vendor, as the registry has it; an empty list or null in its condition holds for all.
 *
 * @param sources    where it stands; empty where nothing was found
 * @param confidence read: the vendor's text was read; quoted: somebody quotes it; inferred
 * @param cases      what is promised where; all cases of a rule differ in width, access, placement or condition
 */
public record Rule(String id, String vendor, String appliesTo, String access, String sentence,
                   List<Architecture> architectures, List<String> vendorIds, Integer minFamily, Integer maxFamily,
                   List<Source> sources, String confidence, List<Case> cases) {
    /** The title of a document with its section, and its public page. */
    public record Source(String title, String url) {
    }

    /** One line of a rule; widths in bytes, with and without: features that the CPU must or must not have. */
    record Case(List<Integer> widths, List<AccessClass> accesses, List<Alignment> placements, Promise promise,
                List<CpuFeature> with, List<CpuFeature> without) {
        boolean speaksOf(int widthBytes, Alignment placement, AccessClass access) {
            return widths.contains(widthBytes) && accesses.contains(access) && placements.contains(placement);
        }

        boolean asksForFeatures() {
            return !with.isEmpty() || !without.isEmpty();
        }

        boolean holds(Set<CpuFeature> features) {
            return !asksForFeatures() || features != null && features.containsAll(with)
                && without.stream().noneMatch(features::contains);
        }
    }

    public String source() {
        return sources.isEmpty() ? "no document found"
            : sources.stream().map(Source::title).collect(Collectors.joining("; "));
    }

    /** Whether any case is about values of this width. */
    public boolean speaksOf(int widthBytes) {
        return cases.stream().anyMatch(one -> one.widths().contains(widthBytes));
    }

    /** Whether the rule is about this CPU at all, whatever its features. */
    boolean concerns(CpuTraits cpu) {
        return architectures.contains(cpu.architecture())
            && (vendorIds.isEmpty() || vendorIds.contains(cpu.vendor()))
            && (minFamily == null || cpu.family() != null && cpu.family() >= minFamily)
            && (maxFamily == null || cpu.family() != null && cpu.family() <= maxFamily);
    }

    List<Case> casesFor(CpuTraits cpu) {
        return concerns(cpu) ? cases.stream().filter(one -> one.holds(cpu.features())).toList() : List.of();
    }

    /** A promise about an access, from the strongest to the weakest. */
    public enum Promise {
        /** No reader ever sees half of it. */
        ATOMIC,
        /** No document says anything. */
        NO_RULE,
        /** It may tear; it need not. */
        NOT_GUARANTEED,
        /** It may tear, or the machine may refuse it. */
        NOT_GUARANTEED_OR_TRAPS,
        /** The machine refuses it: a signal, or an exception of the JVM. */
        FAULTS;

        /** Whether a document says that it may tear or be refused. */
        public boolean denies() {
            return compareTo(NO_RULE) > 0;
        }

        public static Promise weaker(Promise a, Promise b) {
            return a.compareTo(b) >= 0 ? a : b;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
