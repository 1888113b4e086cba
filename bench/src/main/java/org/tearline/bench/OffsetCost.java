// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Measures independent accesses to one place in the L1 cache, by its offset. */
@State(Scope.Thread)
public class OffsetCost extends Cost {
    static final int ACCESSES = 1024;

    /** See {@link Access#of}. */
    @Param({"load", "store", "ordered", "volatile", "cas", "getandadd"})
    public String operation;
    @Param("8")
    public int widthBytes;
    /** The offset from the start of a page. The defaults are aligned, or across 8, 16, 32 or 64 bytes or a page. */
    @Param({"0", "4", "12", "28", "60", "4092"})
    public int offset;

    private Access access;
    private Pages pages;
    private long address;

    @Setup
    public void allocate() {
        access = Access.of(operation, widthBytes);
        pages = new Pages(2 * PAGE_BYTES);
        boolean locked = operation.equals("cas") || operation.equals("getandadd");
        address = locked ? pages.lockableAt(offset) : pages.at(offset);
    }

    @TearDown
    public void free() {
        pages.close();
    }

    /** Uses eight sums, because a single dependency chain would be slower than the loads. */
    @Benchmark
    @OperationsPerInvocation(ACCESSES)
    public long access() {
        Access to = access;
        long at = address;
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        long e = 0;
        long f = 0;
        long g = 0;
        long h = 0;
        for (int i = 0; i < ACCESSES; i += 8) {
            a ^= to.at(at);
            b ^= to.at(at);
            c ^= to.at(at);
            d ^= to.at(at);
            e ^= to.at(at);
            f ^= to.at(at);
            g ^= to.at(at);
            h ^= to.at(at);
        }
        return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
    }
}
