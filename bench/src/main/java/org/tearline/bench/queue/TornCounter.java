// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.queue;

/**
 * Reads of a queue's counters that returned what nobody had stored. Immutable.
 *
 * @param reads  how many were recognized; a torn value that is near a true one passes for it
 * @param ahead  of these, how many lay ahead of the truth: a value behind it makes a queue wait, one ahead of it makes
 *               it hand out what is not there
 * @param before the value that was read before the first of them; 0 if there is none
 * @param torn   the first of them; 0 if there is none
 */
record TornCounter(long reads, long ahead, long before, long torn) {
    static final TornCounter NONE = new TornCounter(0, 0, 0, 0);

    /** Returns both sides' together: the consumer's witness if it has one. */
    TornCounter with(TornCounter other) {
        TornCounter first = reads > 0 ? this : other;
        return new TornCounter(reads + other.reads, ahead + other.ahead, first.before, first.torn);
    }
}
