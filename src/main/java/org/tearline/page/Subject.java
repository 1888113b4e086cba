// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.List;
import org.tearline.archive.CpuDesign;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Guarantees.CpuTraits;
import org.tearline.promise.Guarantees.Observation;
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

    /** Returns all CPUs: measured ones first, in the order of the designs. */
    static List<Subject> all(Guarantees guarantees, List<CpuDesign> designs) {
        List<Subject> all = new ArrayList<>();
        // The line size, features and promises of an unconfirmed design are not reliable.
        designs.stream().filter(CpuDesign::confirmed).forEach(design -> all.add(measured(design)));
        for (Designs.Design design : Designs.list()) {
            if (all.stream().noneMatch(one -> design.equals(one.named))) {
                all.add(new Subject(design.id(), design.name(), design, null, design.families().stream()
                    .flatMap(name -> guarantees.families().stream().filter(family -> family.name().equals(name)))
                    .map(family -> family.traits()).toList(), design.geometry()));
            }
        }
        return List.copyOf(all);
    }

    private static Subject measured(CpuDesign design) {
        Designs.Design named = design.emulated() || !design.named() ? null : Designs.list().stream()
            .filter(one -> one.isOf(design.name())).findFirst().orElse(null);
        String name = design.named() ? CpuDesign.bare(design.name()) : "CPU " + design.name();
        return new Subject(design.id(), design.emulated() ? name + ", emulated" : name, named, design,
            design.emulated() ? List.of() : List.of(design.traits()), design.geometry());
    }

    /** Whether the project measured it. */
    boolean isProjects() {
        return known() && measured.standing() == Standing.PROJECT;
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

    /** Returns the nearest measured CPU in the lineage of designs, or null. */
    Subject nearest(List<Subject> all) {
        return named == null ? null : Designs.relatives(named.name()).stream()
            .flatMap(relative -> all.stream().filter(other -> other.known() && !other.measured.emulated()
                && other.named != null && other.named.name().equals(relative)))
            .findFirst().orElse(null);
    }

    /** Returns the name of the nearest measured CPU, or else of the nearest one, or an empty name. */
    String nearestName(List<Subject> all) {
        Subject nearest = nearest(all);
        List<String> relatives = named == null ? List.of() : Designs.relatives(named.name());
        return nearest != null ? nearest.name() : relatives.isEmpty() ? "" : relatives.get(0);
    }

    /** Returns the ids of what others reported about the design. */
    List<String> reports(Guarantees guarantees) {
        return named == null ? List.of() : guarantees.observations().stream()
            .filter(seen -> named.isNamedIn(seen.cpu())).map(Observation::id).toList();
    }
}
