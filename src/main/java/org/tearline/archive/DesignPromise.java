// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PromisedGranule;
import org.tearline.trial.AccessClass;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Alignment;
import org.tearline.trial.Geometry;
import org.tearline.trial.PairKind;
import org.tearline.trial.Width;

/**
 * The vendor's promise for a design. Tears reported by two handles cannot override it. Thread-safe.
 *
 * @param bytes  the promised granule by width; 0 for no promise
 * @param locked whether split locks are promised to be whole
 */
record DesignPromise(Map<Width, Integer> bytes, boolean locked) {
    /** Returns nothing for an emulator. */
    static DesignPromise of(CpuIdentity cpu, CpuTraits traits) {
        if (cpu.emulated()) {
            return new DesignPromise(Map.of(), false);
        }
        Geometry geometry = cpu.geometry();
        Map<Width, Integer> bytes = Stream.of(Width.values()).collect(Collectors.toMap(width -> width,
            width -> PromisedGranule.of(traits, width, geometry).bytes()));
        Alignment splitLock = Alignment.of(geometry.lineCrossingOffset(Width.LONG), Width.LONG, geometry);
        return new DesignPromise(bytes,
            Guarantees.load().side(traits, Long.BYTES, splitLock, AccessClass.LOCKED).atomic());
    }

    /** Whether the vendor promises that a cell does not tear. */
    boolean covers(CellKey key, AccessRules rules) {
        if (key.kind(rules).equals(Optional.of(PairKind.LOCKED))) {
            return locked;
        }
        return !key.pieces() && key.boundary(rules) < promisedBytes(key.trial().width());
    }

    /** Whether the vendor promises that nothing tears across a boundary. */
    boolean refutes(PairKind kind, Width width, int boundary) {
        if (kind == PairKind.LOCKED) {
            return locked;
        }
        return boundary != Geometry.OWN_MIDDLE && boundary < promisedBytes(width);
    }

    int promisedBytes(Width width) {
        return bytes.getOrDefault(width, 0);
    }
}
