// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit.tried;

/** Makes known line-crossing accesses. */
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
