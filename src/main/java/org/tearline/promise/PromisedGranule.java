// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.trial.AccessClass;
import org.tearline.trial.Alignment;
import org.tearline.trial.Geometry;
import org.tearline.trial.Width;

/**
 * The aligned block within which a vendor promises that an access is atomic; the counterpart of a measured granule.
 *
 * @param bytes a power of two; 0 if not even aligned accesses are promised
 * @param rules those that promise it; if it is 0, those that say that aligned accesses are not promised
 */
public record PromisedGranule(int bytes, Set<Rule> rules) {
    /** Stands for no promise, as for an emulator. */
    public static final PromisedGranule NONE = new PromisedGranule(0, Set.of());

    /** Returns the granule of a plain access. */
    public static PromisedGranule of(CpuTraits cpu, Width width, Geometry geometry) {
        return of(cpu, width, AccessClass.plain(width), geometry);
    }

    /** Tries ever larger boundaries inside a line, until an access across one is not promised to be atomic. */
    public static PromisedGranule of(CpuTraits cpu, Width width, AccessClass access, Geometry geometry) {
        Set<Rule> deciding = new HashSet<>();
        int bytes = 0;
        for (int boundary = width.bytes() / 2; boundary < geometry.lineBytes(); boundary *= 2) {
            // The access is centred on the boundary: aligned across the smallest one, misaligned across all others.
            Alignment placement = Alignment.of(boundary - width.bytes() / 2, width, geometry);
            PairPromise promise = Guarantees.load().side(cpu, width.bytes(), placement, access);
            if (promise.atomic() || bytes == 0) {
                deciding.addAll(promise.rules());
            }
            if (!promise.atomic()) {
                break;
            }
            bytes = 2 * boundary;
        }
        return new PromisedGranule(bytes, deciding);
    }

    public List<String> ruleIds() {
        return rules.stream().map(Rule::id).sorted().toList();
    }
}
