// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.archive.CpuDesign;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;

/**
 * A CPU on the page: measured, known by name, or both.
 *
 * @param named    the design in the list of names; null if the list lacks it
 * @param measured the published results; null if there are none
 * @param promises what promises depend on; several if the name is ambiguous, none for an emulator
 */
record Subject(String id, String name, Designs.Design named, CpuDesign measured, List<CpuTraits> promises,
               Geometry geometry) {

    /** Returns all CPUs, measured ones first. */
    static List<Subject> all(Guarantees guarantees, List<CpuDesign> designs) {
        List<Subject> all = new ArrayList<>();
        // The line size, features and promises of an unconfirmed design are not reliable.
        for (CpuDesign design : designs.stream().filter(CpuDesign::confirmed).toList()) {
            all.add(new Subject(design.id(), ModelNumbers.bare(design.name()) + (design.emulated() ? ", emulated" : ""),
                design.emulated() ? null : Designs.list().stream().filter(one -> one.isOf(design.name())).findFirst()
                    .orElse(null), design, design.emulated() ? List.of() : List.of(design.traits()),
                design.geometry()));
        }
        for (Designs.Design design : Designs.list()) {
            if (all.stream().noneMatch(one -> design.equals(one.named))) {
                all.add(new Subject(design.id(), design.name(), design, null, design.families().stream()
                    .flatMap(name -> guarantees.families().stream().filter(family -> family.name().equals(name)))
                    .map(family -> family.traits()).toList(), design.geometry()));
            }
        }
        return List.copyOf(all);
    }

    /** Whether there are agreed numbers. */
    boolean known() {
        return measured != null;
    }

    /** Whether the design is unknown. */
    boolean unknown() {
        return named != null && named.unknown();
    }

    Architecture architecture() {
        return measured != null ? measured.architecture() : promises.get(0).architecture();
    }

    /** Returns the most similar measured CPU, by maker and then by name, or null. */
    Subject nearest(List<Subject> all) {
        return all.stream().filter(other -> other.known() && !other.measured.emulated()
            && other.architecture() == architecture()).max(Comparator.comparing((Subject other) -> sameMaker(other))
            .thenComparing(other -> alike(name, other.name)).thenComparing(other -> -Math.abs(number(name)
                - number(other.name))).thenComparing(Subject::id)).orElse(null);
    }

    private boolean sameMaker(Subject other) {
        return Stream.of(this, other).allMatch(one -> one.promises.size() == 1) && promises.get(0).vendor() != null
            && promises.get(0).vendor().equals(other.promises.get(0).vendor());
    }

    private static int number(String name) {
        String last = name.substring(name.lastIndexOf(' ') + 1);
        return last.matches("\\d{1,5}") ? Integer.parseInt(last) : 0;
    }

    private static int alike(String one, String other) {
        int same = 0;
        while (same < Math.min(one.length(), other.length()) && one.charAt(same) == other.charAt(same)) {
            same++;
        }
        return same;
    }
}
