// SPDX-License-Identifier: Apache-2.0
package org.tearline.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Ref;

/**
 * What a test may show, by the sides that are locked. Read by jcstress' annotation processor alone.
 *
 * <p>A torn value is forbidden where every vendor of x86 promises that there is none, and interesting elsewhere: inside
 * a line Intel promises it from the P6 on (SDM vol. 3 "Guaranteed Atomic Operations"), AMD only for aligned eight bytes
 * (APM vol. 2 section 7.3.2 "Access Atomicity").
 */
final class Expected {

    static final String BEFORE = ".*: before";
    static final String AFTER = ".*: after";
    static final String INSIDE = ".* inside: torn .*";
    static final String CROSSING = ".* (line|page): torn .*";

    private static final String NOT_YET = "The write had not acted yet.";
    private static final String WHOLE = "The write as a whole.";
    private static final String BROKEN = "Torn although aligned, or bytes that no write stored there: the CPU, the JVM "
        + "or this test is broken.";

    private static final String INTEL =
        "https://www.intel.com/content/www/us/en/developer/articles/technical/intel-sdm.html";
    private static final String AMD = "https://docs.amd.com/v/u/en-US/24593_3.43";
    private static final String JAVA = "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/lang/invoke/"
        + "MethodHandles.html#byteBufferViewVarHandle(java.lang.Class,java.nio.ByteOrder)";

    private Expected() {
    }

    /** A MOV on both sides. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = INSIDE, expect = ACCEPTABLE_INTERESTING, desc = "Torn inside a line: not promised by AMD, promised "
        + "by Intel.")
    @Outcome(id = CROSSING, expect = ACCEPTABLE_INTERESTING, desc = "Torn where two lines meet: nobody promises both "
        + "at once. No memory order helps, since ordered and volatile are this same MOV.")
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface NoneLocked {
    }

    /** A MOV read by a locked instruction, which sees all bytes at one instant. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = INSIDE, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the write, inside a line: not promised by "
        + "AMD, promised by Intel.")
    @Outcome(id = CROSSING, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the write: memory had the new half in one "
        + "line only. A lock on the read does not make the store one.")
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface ReadLocked {
    }

    /** A locked write, which changes all bytes at one instant, read by a MOV. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = INSIDE, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the read, inside a line: not promised by "
        + "AMD, promised by Intel.")
    @Outcome(id = CROSSING, expect = ACCEPTABLE_INTERESTING, desc = "Torn by the read: the write fell between its two "
        + "halves. A lock on the write does not make the load one.")
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(INTEL)
    @Ref(AMD)
    interface WriteLocked {
    }

    /** Locked on both sides, which is atomic at any address. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(expect = FORBIDDEN, desc = "Torn although both sides are locked (Intel SDM vol. 3 \"Software Controlled "
        + "Bus Locking\", AMD APM vol. 2 section 7.3.2), or bytes that no write stored there.")
    @Ref(INTEL)
    @Ref(AMD)
    interface BothLocked {
    }

    /** The JDK's plain accessors. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(id = {INSIDE, CROSSING}, expect = ACCEPTABLE_INTERESTING, desc = "Torn, as Java allows: a misaligned "
        + "plain access of a ByteBuffer is atomic only in pieces of the largest power of two that divides its address. "
        + "The interpreter makes such pieces; C1 and C2 make one access, which the CPU alone may cut.")
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(JAVA)
    interface JdkPlain {
    }

    /** The JDK's view at an aligned place. */
    @Outcome(id = BEFORE, expect = ACCEPTABLE, desc = NOT_YET)
    @Outcome(id = AFTER, expect = ACCEPTABLE, desc = WHOLE)
    @Outcome(expect = FORBIDDEN, desc = BROKEN)
    @Ref(JAVA)
    interface JdkView {
    }
}
