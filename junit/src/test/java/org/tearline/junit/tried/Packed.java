// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

/** A place that is known to keep a value across a line. */
final class Packed {
    private Packed() {
    }

    static void put(long page) {
        Memory.put(page + 60);
    }

    static void putToo(long page) {
        Memory.put(page + 60);
    }
}
