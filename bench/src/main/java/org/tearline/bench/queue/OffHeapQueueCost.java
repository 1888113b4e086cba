// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.TearDown;

/** Measures the off-heap queue by the placement and access mode of its counters. */
public class OffHeapQueueCost extends QueuePair {
    @Param({"plain", "ordered", "volatile", "locked"})
    public String access;
    /** 0: aligned; 32: inside a line, where some CPUs split stores; 64: across a line; 4096: across a page. */
    @Param({"0", "32", "64", "4096"})
    public int seam;
    @Param({"little", "big"})
    public String endian;

    private OffHeapQueue queue;

    @Override
    Spsc make() {
        queue = new OffHeapQueue(access, seam, endian.equals("big"));
        return queue;
    }

    @TearDown
    public void free() {
        queue.close();
    }
}
