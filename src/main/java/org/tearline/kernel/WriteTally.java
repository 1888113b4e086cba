// SPDX-License-Identifier: Apache-2.0
package org.tearline.kernel;

/** Where one writer stands and what it has counted. Used by one thread at a time. */
public final class WriteTally {
    /** What this writer stored last, or found when it could not store. */
    public long last;
    /** Index of the generation to store next. */
    public int next;
    /** Stores tried. */
    public long writes;
    /** Compare-and-sets that failed. */
    public long failed;
}
