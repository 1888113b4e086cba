// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.util.List;
import org.tearline.plan.Alignment;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.promise.AccessClass;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.promise.PairClass;
import org.tearline.promise.PairPromise;

/**
 * A write and read that stand for all of their kind where nobody measured: of those that lock a compare-and-set, of
 * which nowhere more is promised than of the others. Immutable.
 */
record PlainestPair(PairClass kind, WriteMode write, ReadMode read) {
    /** Ordinary ones that order, which fault on some CPUs where plain ones do not. */
    static final PlainestPair VOLATILE = new PlainestPair(PairClass.ORDINARY, WriteMode.VOLATILE, ReadMode.VOLATILE);

    /** One for each kind in the order of the kinds. */
    static final List<PlainestPair> ALL = List.of(
        new PlainestPair(PairClass.ORDINARY, WriteMode.PLAIN, ReadMode.PLAIN),
        new PlainestPair(PairClass.LOCKED_READ, WriteMode.PLAIN, ReadMode.CAS),
        new PlainestPair(PairClass.LOCKED_WRITE, WriteMode.CAS, ReadMode.PLAIN),
        new PlainestPair(PairClass.BOTH_LOCKED, WriteMode.CAS, ReadMode.CAS));

    static PlainestPair of(PairClass kind) {
        return ALL.get(kind.ordinal());
    }

    /** The same with getAndAdd for each compare-and-set: RISC-V promises more of it. */
    PlainestPair byAddition() {
        return new PlainestPair(kind, write == WriteMode.CAS ? WriteMode.GETANDADD : write,
            read == ReadMode.CAS ? ReadMode.GETANDADD : read);
    }

    /** Returns what such a CPU's vendor promises of it, of a long as C2 compiles it. */
    PairPromise promise(Guarantees guarantees, CpuTraits traits, Alignment place) {
        return guarantees.pair(traits, Long.BYTES, place, write(traits), read(traits));
    }

    AccessClass write(CpuTraits traits) {
        return AccessClass.of(write, Width.LONG, Tier.C2, traits.architecture());
    }

    AccessClass read(CpuTraits traits) {
        return AccessClass.of(read, Width.LONG, traits.architecture());
    }
}
