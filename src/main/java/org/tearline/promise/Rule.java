package org.tearline.promise;

import java.util.List;
import java.util.Set;
import org.tearline.plan.Placement;

/**
 * One promise of one vendor, as the registry has it. Immutable.
 *
 * @param id         its name in every report
 * @param vendor     who promises
 * @param appliesTo  to which CPUs, for people
 * @param access     which accesses, for people
 * @param isa        the families of instruction sets
 * @param vendorIds  the vendors; empty for all
 * @param minFamily  the first family; null for all
 * @param maxFamily  the last family; null for all
 * @param widths     in bytes
 * @param source     where it stands
 * @param confidence read: the vendor's text was read; quoted: somebody quotes it; inferred
 * @param cases      what is promised where; all cases of a rule differ in mode, placement or condition
 */
public record Rule(String id, String vendor, String appliesTo, String access, List<String> isa, List<String> vendorIds,
                   Integer minFamily, Integer maxFamily, List<Integer> widths, String source, String confidence,
                   List<Case> cases) {

    /**
     * One line of a rule.
     *
     * @param with    features that the CPU must have; empty for none
     * @param without features that it must not have; empty for none
     */
    record Case(List<AccessClass> modes, List<Placement> placements, Promise promise, List<String> with,
                List<String> without) {
    }

    /** Whether the rule is about this CPU at all, whatever its features. */
    boolean concerns(CpuTraits cpu) {
        return isa.contains(cpu.isa())
            && (vendorIds.isEmpty() || vendorIds.contains(cpu.vendorId()))
            && (minFamily == null || cpu.family() != null && cpu.family() >= minFamily)
            && (maxFamily == null || cpu.family() != null && cpu.family() <= maxFamily);
    }

    /** The cases that hold for this CPU with its features. */
    List<Case> casesFor(CpuTraits cpu) {
        return concerns(cpu) ? cases.stream().filter(one -> holds(one, cpu.features())).toList() : List.of();
    }

    private static boolean holds(Case one, Set<String> features) {
        if (one.with().isEmpty() && one.without().isEmpty()) {
            return true;
        }
        return features != null && features.containsAll(one.with())
            && one.without().stream().noneMatch(features::contains);
    }
}
