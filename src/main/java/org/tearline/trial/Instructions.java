// SPDX-License-Identifier: Apache-2.0
package org.tearline.trial;

/** The instructions that HotSpot uses for a write and a read. Thread-safe. */
public record Instructions(Width width, AccessPair compiled, AccessPair interpreted) {
    public static Instructions of(WriteMode write, ReadMode read, Width width, Architecture architecture) {
        return new Instructions(width, AccessPair.of(write, read, width, Tier.C2, architecture),
            AccessPair.of(write, read, width, Tier.INTERPRETER, architecture));
    }
}
