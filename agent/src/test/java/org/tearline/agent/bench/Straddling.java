// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.bench;

/** Some million ordered stores per second across a line, and computing between them. */
final class Straddling implements Workload {
    /** About a microsecond of dependent multiplications at 3 GHz: 3 cycles each, and the loop. */
    private static final int WORK = 1000;

    private final long address = (Steps.UNSAFE.allocateMemory(256) + 63 & -64L) + 60;
    private long sink = 1;

    @Override
    public void run(int times) {
        long value = sink;
        for (int i = 0; i < times; i++) {
            for (int k = 0; k < WORK; k++) {
                value = value * 31 + k;
            }
            Steps.UNSAFE.putOrderedLong(null, address, value);
        }
        sink = value;
    }
}
