// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.EnumMap;
import java.util.Map;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PromisedGranule;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Alignment;
import org.tearline.trial.Geometry;
import org.tearline.trial.Width;
import org.tearline.verdict.Granules.Kind;

/**
 * What the vendor of a design promises; two handles do not outweigh it.
 *
 * @param bytes whole inside of these, by width; 0 for no promise
 */
record Promise(Map<Width, Integer> bytes, boolean locked) {
    /** For emulators, of which nobody promises anything. */
    static final Promise NONE = new Promise(Map.of(), false);

    static Promise of(CpuTraits traits, Geometry geometry) {
        Guarantees registry = Guarantees.load();
        Map<Width, Integer> bytes = new EnumMap<>(Width.class);
        for (Width width : Width.values()) {
            bytes.put(width, PromisedGranule.of(registry, traits, width,
                width.isVector() ? AccessClass.VECTOR : AccessClass.PLAIN, geometry).bytes());
        }
        return new Promise(bytes, registry.side(traits, Long.BYTES, Alignment.of(
            geometry.lineCrossingOffset(Width.LONG), Long.BYTES, geometry), AccessClass.LOCKED).atomic());
    }

    /** Whether the vendor excludes tears in a cell. */
    boolean covers(ArchivedCell.Key key, AccessRules rules) {
        return !key.pieces() && (key.kind(rules).filter(kind -> kind == Kind.LOCKED).isPresent() ? locked
            : key.boundary(rules) < of(key.width()));
    }

    int of(Width width) {
        return bytes.getOrDefault(width, 0);
    }
}
