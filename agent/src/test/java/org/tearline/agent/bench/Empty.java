// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.bench;

/** A program that does nothing: what remains is the start of the JVM and of the agent. */
public final class Empty {
    private Empty() {
    }

    public static void main(String[] arguments) {
        // Nothing to do.
    }
}
