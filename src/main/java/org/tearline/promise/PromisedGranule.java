// SPDX-License-Identifier: Apache-2.0
package org.tearline.promise;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.tearline.promise.Guarantees.PairPromise;
import org.tearline.trial.Geometry;
import org.tearline.trial.Geometry.Alignment;
import org.tearline.trial.Width;

/**
 * The block inside which a CPU's vendor promises that an access is whole, comparable with a measured granule.
 *
 * @param bytes a power of two; 0 where not even an aligned access is promised
 */
public record PromisedGranule(int bytes, Set<Rule> rules) {
    /** The promised granule of one kind of access of one width, inside a line. */
    public static PromisedGranule of(Guarantees registry, CpuTraits cpu, Width width, AccessClass access,
                                     Geometry geometry) {
        Set<Rule> because = new LinkedHashSet<>();
        int bytes = 0;
        for (int boundary = width.bytes() / 2; boundary < geometry.lineBytes(); boundary *= 2) {
            int offset = boundary < width.bytes() ? 0 : boundary - Math.max(1, width.bytes() / 2);
            PairPromise promise = registry.side(cpu, width.bytes(), Alignment.of(offset, width.bytes(), geometry),
                access);
            if (!promise.atomic()) {
                break;
            }
            bytes = 2 * boundary;
            because.addAll(promise.rules());
        }
        return new PromisedGranule(bytes, Set.copyOf(because));
    }

    public List<String> ruleIds() {
        return rules.stream().map(Rule::id).sorted().toList();
    }
}
