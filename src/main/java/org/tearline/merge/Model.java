// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.Comparator;
import org.tearline.plan.Architecture;
import org.tearline.plan.Geometry;
import org.tearline.platform.Emulated;
import org.tearline.published.Environment;

/**
 * Holds what makes two reports be about the same thing: CPU key, instruction set, line and page size, and whether it
 * was emulated. Immutable.
 *
 * @param arch as result files have it
 * @param key  the CPU's grouping key
 */
public record Model(boolean emulated, String arch, String key, Geometry geometry) implements Comparable<Model> {
    private static final Geometry USUAL = new Geometry(64, 4096);
    private static final Comparator<Model> ORDER = Comparator.comparing(Model::emulated).thenComparing(Model::key)
        .thenComparing(Model::arch).thenComparing(model -> model.geometry.pageBytes())
        .thenComparing(model -> model.geometry.lineBytes());

    static Model of(Environment environment) {
        return new Model(environment.emulated() == Emulated.YES, environment.arch(), environment.cpu().key(),
            environment.geometry());
    }

    /** Names it in links: the CPU key alone, as long as nothing is unusual. */
    public String id() {
        return key + (geometry.equals(USUAL) ? "" : "-line" + geometry.lineBytes() + "-page" + geometry.pageBytes())
            + (emulated ? "-emulated-" + arch : "");
    }

    /** Returns the instruction set. */
    public Architecture architecture() {
        return Architecture.of(arch);
    }

    @Override
    public int compareTo(Model other) {
        return ORDER.compare(this, other);
    }
}
