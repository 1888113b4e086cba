// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/** Where one writer stands and what it has counted. Not thread-safe. */
public final class WriteTally {
    /** What this writer stored last, or found when it could not store. */
    public long last;
    /** Index of the generation to store next. */
    public int next;
    public long writes;
    public long failed;
}
