// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/** Tells where one writer stands and what it has counted. Not thread-safe. */
public final class WriteTally {
    /** Holds what this writer stored last, or found when it could not store. */
    public long last;
    /** Index of the generation to store next. */
    public int next;
    /** Stores tried. */
    public long writes;
    /** Compare-and-sets that failed. */
    public long failed;
}
