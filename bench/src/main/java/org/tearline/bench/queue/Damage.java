// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/**
 * Holds what became of the elements of a run, or of several. Immutable.
 *
 * @param messages  elements that came out, of whatever kind
 * @param lost      put in, never come out
 * @param repeated  come out once more
 * @param reordered come out after one that was put in later
 * @param garbled   of a checksum that is not that of the number
 * @param first     the index of the message that was the first that was not the next one; 0 if all were
 */
record Damage(long messages, long lost, long repeated, long reordered, long garbled, long first) {
    static final Damage NONE = new Damage(0, 0, 0, 0, 0, 0);

    boolean any() {
        return lost + repeated + reordered + garbled > 0;
    }

    /** With a later run; the first damage is counted through all messages of all runs. */
    Damage then(Damage next) {
        long at = first > 0 ? first : next.first > 0 ? messages + next.first : 0;
        return new Damage(messages + next.messages, lost + next.lost, repeated + next.repeated,
            reordered + next.reordered, garbled + next.garbled, at);
    }
}
