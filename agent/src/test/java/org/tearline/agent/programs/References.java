// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

/** Accesses memory through a method reference to Unsafe. The agent counts such references but does not watch them. */
public final class References {
    /** The signature of Unsafe.getLongVolatile. */
    private interface Read {
        long at(Object base, long offset);
    }

    public static void main(String[] arguments) {
        Read read = Memory.UNSAFE::getLongVolatile;
        read.at(null, Memory.pages(1) + 60);
    }
}
