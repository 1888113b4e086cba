// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/** Does nothing before an access. Compiles to nothing. */
public final class Idle extends Stress {
    @Override
    void before(long first, long second, long zeros, int round) {
        // Nothing is what it is for.
    }
}
