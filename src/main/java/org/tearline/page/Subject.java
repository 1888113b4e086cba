// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.List;
import org.tearline.archive.CpuDesign.Standing;
import org.tearline.archive.CpuDesign;
import org.tearline.page.Designs.Design;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees.CpuFamily;
import org.tearline.promise.Guarantees.Observation;
import org.tearline.promise.Guarantees;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.Instructions;
import org.tearline.trial.PairKind;
import org.tearline.verdict.Fate;

/**
 * A CPU on the page: measured, known by name, or both.
 *
 * @param named    the design in the list of names
 * @param measured the published results; null if there are none
 * @param promises what promises depend on; several if the name is ambiguous, none for an emulator
 */
public record Subject(String id, String name, Design named, CpuDesign measured, List<CpuTraits> promises,
               Geometry geometry) {

    /** Returns all CPUs: the confirmed ones of the given designs, then the other ones that are known by name. */
    static List<Subject> all(List<CpuDesign> designs) {
        List<Subject> all = new ArrayList<>();
        // The line size, features and promises of an unconfirmed design are not reliable.
        designs.stream().filter(CpuDesign::confirmed).forEach(design -> all.add(measured(design)));
        for (Design design : Designs.ALL) {
            if (all.stream().noneMatch(one -> design.equals(one.named))) {
                List<CpuTraits> promises = Guarantees.load().families().stream()
                    .filter(family -> design.families().contains(family.name())).map(CpuFamily::traits).toList();
                all.add(new Subject(design.id(), design.name(), design, null, promises, design.geometry()));
            }
        }
        return List.copyOf(all);
    }

    private static Subject measured(CpuDesign design) {
        String name = design.named() ? design.bareName() : "CPU " + design.name();
        if (design.emulated()) {
            return new Subject(design.id(), name + ", emulated", Design.NONE, design, List.of(), design.geometry());
        }
        Design named = design.named() ? Designs.of(design.name()) : Design.NONE;
        return new Subject(design.id(), name, named, design, List.of(design.traits()), design.geometry());
    }

    boolean isProjects() {
        return isMeasured() && measured.standing() == Standing.PROJECT;
    }

    boolean isMeasured() {
        return measured != null;
    }

    /** Whether this was measured, and not emulated. */
    boolean isReal() {
        return isMeasured() && !measured.emulated();
    }

    /** Whether this stands for CPUs whose name does not tell the design. */
    boolean unknown() {
        return named.unknown();
    }

    Architecture architecture() {
        return measured != null ? measured.traits().architecture() : promises.get(0).architecture();
    }

    /** Returns what the measurements say of an access at an offset. */
    Fate fate(Instructions access, int offset) {
        if (!isMeasured()) {
            return Fate.UNKNOWN;
        }
        return measured.granules().fate(access.compiled().kind().orElse(PairKind.PAIR), access.width(),
            geometry.boundary(offset, access.width()));
    }

    /** Returns the nearest measured and not emulated CPU in the lineage of designs, or null. */
    Subject nearest(List<Subject> all) {
        return relatives().stream()
            .flatMap(relative -> all.stream().filter(other -> other.isReal() && other.named.name().equals(relative)))
            .findFirst().orElse(null);
    }

    /** Returns the name of the nearest measured CPU, or else of the nearest relative; empty without a lineage. */
    String nearestName(List<Subject> all) {
        Subject nearest = nearest(all);
        return nearest != null ? nearest.name : relatives().stream().findFirst().orElse("");
    }

    /** Whether the lineage of the design is known. */
    boolean isRelated() {
        return !relatives().isEmpty();
    }

    private List<String> relatives() {
        return Designs.relatives(named.name());
    }

    /** Returns what others reported about the design. */
    List<Observation> reports() {
        return Guarantees.load().observations().stream().filter(seen -> named.isNamedIn(seen.cpu())).toList();
    }
}
