// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Ref;

/**
 * Holds what each kind of test may show, and why: one nested class per placement and per side that is locked. Read by
 * jcstress' annotation processor alone; never instantiated.
 *
 * <p>A torn value is forbidden only where somebody promises that there is none. A promise is for the pair: it is the
 * weaker of what is promised for the write and for the read.
 */
final class Grade {

    static final String BEFORE = "\\d+ before";
    static final String AFTER = "\\d+ after";
    static final String NO_MATCH = "\\d+ no match";
    static final String TORN = "\\d+ torn .*";

    static final String NOT_YET = "The write had not acted yet.";
    static final String WHOLE = "The write as a whole.";
    static final String NEITHER = "Neither torn candidate was in memory when asked.";
    static final String ALIEN = "A byte that no write stored there: the memory or this test is broken.";

    static final String INTEL = "https://www.intel.com/content/www/us/en/developer/articles/technical/intel-sdm.html";
    static final String AMD = "https://docs.amd.com/v/u/en-US/24593_3.43";
    static final String JAVA = "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/lang/invoke/"
        + "MethodHandles.html#byteBufferViewVarHandle(java.lang.Class,java.nio.ByteOrder)";

    /** No candidate matched, and the write is whole in the end. */
    static final String CLAIM_DENIED = "\\d+ no match, left (B\\d)+";

    /** One half of the mark is still there, and the write's late half is where the other was. */
    static final String CLAIM_PROVEN = "\\d+ held "
        + "((B\\d)+ (A\\d)+, left (C\\d)+ (B\\d)+|(A\\d)+ (B\\d)+, left (B\\d)+ (C\\d)+)";

    static final String NO_CLAIM = "Neither candidate was in memory when asked, and no mark was left.";
    static final String FALSE_CLAIM =
        "A claim that memory does not bear out: a CAS succeeded, or stored, where it must not have.";

    private Grade() {
    }

    /** Aligned, whatever the pair. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = TORN, expect = FORBIDDEN, desc = "Aligned eight bytes are one access: promised by every vendor of a "
        + "64-bit CPU (Intel from the Pentium on, AMD, Arm, RISC-V, POWER, s390x) and by Java for an aligned view.")
    @Outcome(expect = FORBIDDEN, desc = ALIEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface Aligned {
    }

    /** Misaligned, whatever the placement; the write and the read are locked instructions. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = NO_MATCH, expect = ACCEPTABLE, desc = NEITHER)
    @Outcome(id = TORN, expect = FORBIDDEN, desc = "Both sides are locked, and a locked operation is atomic at any "
        + "address: Intel SDM vol. 3 \"Software Controlled Bus Locking\", AMD APM vol. 2 section 7.3.2. "
        + "Elsewhere it faults; it never tears.")
    @Outcome(expect = FORBIDDEN, desc = ALIEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface BothLocked {
    }

    /** Inside a line, across 8 bytes; a plain MOV on both sides. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = TORN, expect = ACCEPTABLE_INTERESTING, desc = "Torn inside a line: AMD promises no more than an "
        + "aligned eight bytes (APM vol. 2 section 7.3.2 \"Access Atomicity\"). Intel does, from the P6 on (SDM vol. 3 "
        + "\"Guaranteed Atomic Operations\"): on an Intel CPU this is a find.")
    @Outcome(expect = FORBIDDEN, desc = ALIEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface InsideLine {
    }

    /** Inside a line, across 8 bytes; only the read is locked. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = NO_MATCH, expect = ACCEPTABLE, desc = NEITHER)
    @Outcome(id = TORN, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the write: the locked read says that memory "
        + "held this. AMD does not promise the store (APM vol. 2 section 7.3.2), Intel does inside a line from the P6 "
        + "on (SDM vol. 3 \"Guaranteed Atomic Operations\").")
    @Outcome(expect = FORBIDDEN, desc = ALIEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface InsideLineReadLocked {
    }

    /** Inside a line, across 8 bytes; only the write is locked. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = TORN, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the read: the locked write is one, the load "
        + "was two. AMD does not promise the load (APM vol. 2 section 7.3.2), Intel does inside a line from the P6 on "
        + "(SDM vol. 3 \"Guaranteed Atomic Operations\").")
    @Outcome(expect = FORBIDDEN, desc = ALIEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface InsideLineWriteLocked {
    }

    /** Line-crossing; a plain MOV on both sides. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = TORN, expect = ACCEPTABLE_INTERESTING, desc = "Torn at the end of the line: the halves are in two "
        + "lines, and no vendor promises a plain access to both at once. No memory order helps: ordered and "
        + "volatile are this same MOV.")
    @Outcome(expect = FORBIDDEN, desc = ALIEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface LineCrossing {
    }

    /** Line-crossing; only the read is locked. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = NO_MATCH, expect = ACCEPTABLE, desc = NEITHER)
    @Outcome(id = TORN, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the write: the locked read saw both lines at "
        + "one instant, and only one had the new half. A lock on the read does not make the partner's store one.")
    @Outcome(expect = FORBIDDEN, desc = ALIEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface LineCrossingReadLocked {
    }

    /** Line-crossing; only the write is locked. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = TORN, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the read: the locked write changed both lines "
        + "at one instant, and it fell between the two halves of the load. A lock on the write does not make the "
        + "partner's load one.")
    @Outcome(expect = FORBIDDEN, desc = ALIEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface LineCrossingWriteLocked {
    }

    /** The JDK's plain accessors at any misaligned placement. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = TORN, expect = ACCEPTABLE_INTERESTING, desc = "Torn, as Java allows: a misaligned plain access of a "
        + "ByteBuffer is atomic only in pieces of the largest power of two that divides its address. The interpreter "
        + "makes such pieces, and so does any tier with -XX:-UseUnalignedAccesses: several seams at one offset are "
        + "then the JVM's, not the CPU's. C1 and C2 make one access of it, which the CPU alone may cut.")
    @Outcome(expect = FORBIDDEN, desc = ALIEN)
    @Ref(JAVA)
    interface Pieces {
    }

    /** The view's other modes at any misaligned placement: both sides must be refused. */
    @Outcome(id = "refused, refused", expect = ACCEPTABLE, desc = "IllegalStateException on both sides: a view refuses "
        + "every mode but plain get and set at a misaligned index.")
    @Outcome(expect = FORBIDDEN, desc = "Carried out, although the view's contract says IllegalStateException.")
    @Ref(JAVA)
    interface Refused {
    }

    /** The claim of a candidate CAS, where the write is one: aligned, or locked. */
    @Outcome(id = CLAIM_DENIED, expect = ACCEPTABLE, desc = NO_CLAIM)
    @Outcome(id = CLAIM_PROVEN, expect = FORBIDDEN, desc = "Memory held a torn value, although the write is aligned or "
        + "locked, and so promised to be one.")
    @Outcome(expect = FORBIDDEN, desc = FALSE_CLAIM)
    interface ClaimForbidden {
    }

    /** The claim of a candidate CAS against a misaligned plain write. */
    @Outcome(id = CLAIM_DENIED, expect = ACCEPTABLE, desc = NO_CLAIM)
    @Outcome(id = CLAIM_PROVEN, expect = ACCEPTABLE_INTERESTING, desc = "The claim is true: the CAS put its mark into "
        + "the middle of the write, whose second half then fell on the mark. So memory did hold the torn value.")
    @Outcome(expect = FORBIDDEN, desc = FALSE_CLAIM)
    @Ref(INTEL)
    @Ref(AMD)
    interface ClaimAllowed {
    }
}
