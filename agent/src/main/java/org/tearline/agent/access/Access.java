// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.access;

/**
 * A method that reads or writes memory. Immutable.
 *
 * @param owner     the class that declares it, as Java code writes it
 * @param method    its name
 * @param operation what it does to the value
 * @param mode      in which memory order, or as which read-modify-write
 * @param bytes     width of the value: 2, 4 or 8
 */
public record Access(String owner, String method, Operation operation, Mode mode, int bytes) {

    /** Returns whether the code asks for no order at all: such accesses are watched on request only. */
    public boolean plain() {
        return mode == Mode.PLAIN;
    }
}
