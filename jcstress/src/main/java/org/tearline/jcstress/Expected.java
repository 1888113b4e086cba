// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Ref;

/**
 * The expected outcomes of all tests. Used only by jcstress' annotation processor.
 *
 * <p>A torn value is forbidden if all x86 vendors guarantee atomicity, and interesting otherwise. Inside a line, Intel
 * guarantees it from the P6 on (SDM vol. 3 "Guaranteed Atomic Operations"), and AMD only for eight aligned bytes (APM
 * vol. 2 section 7.3.2 "Access Atomicity").
 */
final class Expected {

    static final String BEFORE = ".*, before";
    static final String AFTER = ".*, after";
    static final String INSIDE = ".*, inside, torn .*";
    static final String CROSSING = ".*, (line|page), torn .*";

    private static final String NOT_YET = "Read before the write.";
    private static final String WHOLE = "Read after the write.";
    private static final String BROKEN = "Torn although aligned, or containing bytes that were never written there: "
        + "the CPU, the JVM or this test is broken.";

    private static final String AGREED = ".*, (first, both|both, second|both, both)";
    private static final String CONTRADICTING = ".*, first, second";
    private static final String EXPLAINED = "One of the two stores came first, and the loads agree on which.";
    private static final String MISSING = "A thread missed its own store, or bytes were never written there.";
    private static final String IN_ORDER = "The accesses of half the size are in order, and the reader came before, "
        + "between or after them.";
    private static final String PARTS = "The access to the whole was made in two parts.";

    private static final String MIXED = "https://doi.org/10.1145/3009837.3009839";
    private static final String INTEL =
        "https://www.intel.com/content/www/us/en/developer/articles/technical/intel-sdm.html";
    private static final String AMD = "https://docs.amd.com/v/u/en-US/24593_3.43";
    private static final String JAVA = "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/lang/invoke/"
        + "MethodHandles.html#byteBufferViewVarHandle(java.lang.Class,java.nio.ByteOrder)";

    private Expected() {
    }

    /** MOV on both sides. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = INSIDE, expect = ACCEPTABLE_INTERESTING, desc = "Torn inside a line: Intel guarantees "
        + "atomicity here, but AMD does not.")
    @Outcome(id = CROSSING, expect = ACCEPTABLE_INTERESTING, desc = "Torn across two lines: no vendor guarantees "
        + "atomicity here. Memory order does not help, as ordered and volatile accesses are the same MOV.")
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface NoneLocked {
    }

    /** A MOV write and a locked read, which reads all bytes atomically. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = INSIDE, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the write, inside a line: Intel "
        + "guarantees atomicity here, but AMD does not.")
    @Outcome(id = CROSSING, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the write: memory contained only half of "
        + "the new value. A locked read does not make the store atomic.")
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface ReadLocked {
    }

    /** A locked write, which stores all bytes atomically, and a MOV read. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = INSIDE, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the read, inside a line: Intel "
        + "guarantees atomicity here, but AMD does not.")
    @Outcome(id = CROSSING, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the read: the write took effect between "
        + "the two halves of the read. A locked write does not make the load atomic.")
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface WriteLocked {
    }

    /** Locked on both sides: atomic at any address. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(expect = FORBIDDEN, desc = "Torn although both sides are locked (Intel SDM vol. 3 \"Software Controlled "
        + "Bus Locking\", AMD APM vol. 2 section 7.3.2), or containing bytes that were never written there.")
    @Ref(INTEL)
    @Ref(AMD)
    interface BothLocked {
    }

    /** The plain accessors of a ByteBuffer. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = {INSIDE, CROSSING}, expect = ACCEPTABLE_INTERESTING, desc = "Torn, as Java allows: a misaligned "
        + "plain access to a ByteBuffer is atomic only in pieces of the largest power of two that divides its address. "
        + "The interpreter splits accesses this way; C1 and C2 make one access, which only the CPU may split.")
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(JAVA)
    interface JdkPlain {
    }

    /** Aligned accesses through the VarHandle view of a ByteBuffer. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(JAVA)
    interface JdkView {
    }

    /** Each thread stores a half, then loads the whole or the other half, without a full fence. */
    @Outcome(id = AGREED, expect = ACCEPTABLE, desc = EXPLAINED)
    @Outcome(id = CONTRADICTING, expect = ACCEPTABLE_INTERESTING, desc = "Each thread saw only its own store, so no "
        + "order of the stores explains both loads, even where the load is atomic: it joins the thread's own store, "
        + "which no other CPU sees yet, with memory. x86 allows it (x86tso-mixed.cat of herdtools7).")
    @Outcome(expect = FORBIDDEN, desc = MISSING)
    @Ref(MIXED)
    interface TwoSizes {
    }

    /** Each thread stores a half, executes a full fence, then loads the whole. */
    @Outcome(id = AGREED, expect = ACCEPTABLE, desc = EXPLAINED)
    @Outcome(expect = FORBIDDEN, desc = "Each thread saw only its own store although a full fence precedes the loads; "
        + "or a thread missed its own store; or bytes were never written there.")
    @Ref(MIXED)
    interface TwoSizesFenced {
    }

    /** The first half becomes visible first, or is loaded last. */
    @Outcome(id = {".*, none", ".*, both", ".*, first"}, expect = ACCEPTABLE, desc = IN_ORDER)
    @Outcome(id = {"inside, second", "line, second", "page, second"}, expect = ACCEPTABLE_INTERESTING, desc = PARTS)
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface FirstHalfStoredFirst {
    }

    /** The second half becomes visible first, or is loaded last. */
    @Outcome(id = {".*, none", ".*, both", ".*, second"}, expect = ACCEPTABLE, desc = IN_ORDER)
    @Outcome(id = {"inside, first", "line, first", "page, first"}, expect = ACCEPTABLE_INTERESTING, desc = PARTS)
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface SecondHalfStoredFirst {
    }
}
