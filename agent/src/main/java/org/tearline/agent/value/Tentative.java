// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

/**
 * A read that its thread may still throw away, although it has passed something on since: a write that follows without
 * an order matters only if the read counts. Guarded by the value's lock.
 */
final class Tentative {
    final int thread;
    final int time;
    final int bytes;
    /** How the writes that came afterwards were ordered. */
    Evidence order = Evidence.ORDERED;

    Tentative(int thread, int time, int bytes) {
        this.thread = thread;
        this.time = time;
        this.bytes = bytes;
    }
}
