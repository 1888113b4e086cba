// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import org.openjdk.jcstress.annotations.Result;
import org.openjdk.jcstress.infra.Copyable;

/**
 * Holds what a candidate CAS claimed that memory held, and what memory held when all was over. The reader's thread
 * fills in the claim, the arbiter's the rest.
 *
 * <p>In a report: {@code 60 no match, left B1B2B3B4B5B6B7B8} or
 * {@code 60 held B1B2B3B4 A5A6A7A8, left C1C2C3C4 B5B6B7B8}.
 *
 * <p>jcstress sets every field but its trap to zero between samples: so there are no others.
 */
@Result
public final class Claim implements Copyable {

    public int offset;
    public long held;
    public long left;

    /** Read by the generated runner to fold its null checks into one. */
    public int jcstress_trap;

    void claimed(int offset, long held) {
        this.offset = offset;
        this.held = held;
    }

    @Override
    public Claim copy() {
        Claim copy = new Claim();
        copy.offset = offset;
        copy.held = held;
        copy.left = left;
        return copy;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Claim that && offset == that.offset && held == that.held && left == that.left;
    }

    @Override
    public int hashCode() {
        return Long.hashCode((held * 31 + left) * 31 + offset);
    }

    @Override
    public String toString() {
        String claim = held == Values.NO_MATCH ? "no match" : "held " + Bytes.runs(held, Long.BYTES);
        return offset + " " + claim + ", left " + Bytes.runs(left, Long.BYTES);
    }
}
