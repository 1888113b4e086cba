// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

/** A counter that all threads add one to; those that are not safe lose some. */
interface Counter {
    void add();

    long value();

    /**
     * Returns the counter of a name.
     *
     * @param page   page-aligned memory that holds zeros and nothing else
     * @param across an offset in it at which 8 bytes lie across a line
     */
    static Counter of(String name, long page, int across) {
        return switch (name) {
            case "nothing" -> new Counters.Nothing();
            case "racy" -> new Counters.Racy();
            case "racy-opaque" -> new Counters.RacyOpaque();
            case "racy-ordered" -> new Counters.RacyOrdered();
            case "racy-volatile" -> new Counters.RacyVolatile();
            case "synchronized" -> new Counters.Synchronized();
            case "reentrant-lock" -> new Counters.Locked();
            case "atomic-long" -> new Counters.Atomic();
            case "long-adder" -> new Counters.Adder();
            case "getandadd" -> new Counters.GetAndAdd();
            case "cas-loop" -> new Counters.CasLoop();
            case "raw-getandadd" -> new Counters.Raw(page);
            case "raw-getandadd-straddling" -> new Counters.Raw(page + across);
            default -> throw new IllegalArgumentException("no counter '" + name + "'");
        };
    }
}
