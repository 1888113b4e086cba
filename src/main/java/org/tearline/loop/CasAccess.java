// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

/** A compare-and-set of a value to itself, which asks whether memory holds it. Called by every reader thread. */
public abstract class CasAccess {

    /** Whether memory held this value at a locked instant. The parameters are those of {@link ReadAccess#read}. */
    abstract boolean holds(int width, Object base, long position, long value);
}
