// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/**
 * What a thread does before each of its accesses to make a tear likelier, by bringing the two halves of the value into
 * different cache states. Implementations hold no mutable state and touch neither the value nor its guard bytes.
 */
public abstract class Stress {

    /**
     * Acts before an access.
     *
     * @param first  address of a free byte in the line of the value's first byte
     * @param second address of a free byte in the line of its last byte
     * @param zeros  address of zeros in a line that has nothing to do with the value; below it the reader has a line of
     *               its own
     * @param round  counts the accesses of a batch
     */
    abstract void before(long first, long second, long zeros, int round);

    /** Actions of one kind need the same instruction: on a machine that lacks it, all of them kill. */
    Class<?> kind() {
        return getClass();
    }

    /** Does nothing before an access. Compiles to nothing. */
    public static final class Idle extends Stress {
        @Override
        void before(long first, long second, long zeros, int round) {
            // Nothing is what it is for.
        }
    }
}
