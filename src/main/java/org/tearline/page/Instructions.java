// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import org.tearline.trial.AccessPair;
import org.tearline.trial.Architecture;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/** The instructions that HotSpot uses for a write and a read. Thread-safe. */
record Instructions(Width width, AccessPair compiled, AccessPair interpreted) {
    static Instructions of(WriteMode write, ReadMode read, Width width, Architecture architecture) {
        return new Instructions(width, AccessPair.of(write, read, width, Tier.C2, architecture),
            AccessPair.of(write, read, width, Tier.INTERPRETER, architecture));
    }
}
