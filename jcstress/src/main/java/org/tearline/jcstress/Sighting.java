// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import org.openjdk.jcstress.annotations.Result;
import org.openjdk.jcstress.infra.Copyable;

/**
 * Holds what one read saw, and at which offset. Filled in by the reader's thread alone.
 *
 * <p>In a report: {@code 60 before}, {@code 60 after}, {@code 60 torn at 4: A1A2A3A4 B5B6B7B8}, {@code 60 no match}
 * (the candidate CAS found neither), {@code 60 alien: ...}.
 *
 * <p>jcstress sets every field but its trap to zero between samples: so there are no others.
 */
@Result
public final class Sighting implements Copyable {

    public int offset;
    public int widthBytes;
    public long seen;

    /** Read by the generated runner to fold its null checks into one. */
    public int jcstress_trap;

    /** The value that a long read returned. */
    void saw(int offset, long value) {
        this.offset = offset;
        widthBytes = Long.BYTES;
        seen = value;
    }

    /** The value that an int read returned. */
    void sawInt(int offset, int value) {
        this.offset = offset;
        widthBytes = Integer.BYTES;
        seen = value;
    }

    /** The value that a short read returned. */
    void sawShort(int offset, short value) {
        this.offset = offset;
        widthBytes = Short.BYTES;
        seen = value;
    }

    @Override
    public Sighting copy() {
        Sighting copy = new Sighting();
        copy.offset = offset;
        copy.widthBytes = widthBytes;
        copy.seen = seen;
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sighting that
            && offset == that.offset && widthBytes == that.widthBytes && seen == that.seen;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(seen * 31 + offset);
    }

    @Override
    public String toString() {
        return offset + " " + (seen == Values.NO_MATCH ? "no match" : Bytes.describe(seen, widthBytes));
    }
}
