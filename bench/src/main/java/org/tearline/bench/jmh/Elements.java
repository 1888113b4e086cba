// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.jmh;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Access to the elements of an array of longs, each 8 bytes and aligned. Immutable. Thread-safe. */
final class Elements {
    /** A constant, or C2 would look up what it is at every access. */
    static final VarHandle HANDLE = MethodHandles.arrayElementVarHandle(long[].class);

    private Elements() {
    }
}
