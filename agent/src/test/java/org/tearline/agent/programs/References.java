// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.programs;

/** Reaches Unsafe by a method reference, which the agent counts and does not watch. */
public final class References {
    private References() {
    }

    /** The shape of Unsafe.getLongVolatile. */
    private interface Read {
        long at(Object base, long offset);
    }

    public static void main(String[] arguments) {
        Read read = Memory.UNSAFE::getLongVolatile;
        read.at(null, Memory.pages(1) + 60);
    }
}
