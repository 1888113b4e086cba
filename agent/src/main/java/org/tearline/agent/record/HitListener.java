// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

/** Hears of every misaligned access Called by the program's threads, on several at once. */
public interface HitListener {
    /** Hears of an access before the current thread makes it. */
    void misaligned(Hit hit);
}
