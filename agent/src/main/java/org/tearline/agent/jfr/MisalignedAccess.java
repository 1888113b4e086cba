// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A place in the code made its first misaligned access. Not thread-safe. */
@Name(MisalignedAccess.NAME)
@Label("Misaligned Access")
@Category("Tearline")
@Description("First misaligned access from a place in the program, by the thread that made it")
@StackTrace(true)
final class MisalignedAccess extends Event {
    static final String NAME = "org.tearline.MisalignedAccess";

    @Label("Site")
    @Description("First frame outside the access libraries")
    String site;

    @Label("Accessing Method")
    @Description("Called method of Unsafe, a buffer, a view or a memory segment")
    String accessor;

    @Label("Operation")
    @Description("Whether it reads, writes or updates")
    String operation;

    @Label("Memory Order")
    String mode;

    @Label("Width")
    @DataAmount(DataAmount.BYTES)
    int width;

    @Label("Offset")
    @Description("Distance from the start of the cache line; in an object of the heap from a multiple of 8 bytes")
    @DataAmount(DataAmount.BYTES)
    int offset;

    @Label("Place")
    @Description("Smallest aligned block that holds the value")
    String place;

    @Label("Crosses Line")
    boolean crossesLine;

    @Label("Shared")
    @Description("Whether another thread had touched the value before, or another process can see it")
    boolean shared;

    @Label("Object Class")
    @Description("Class of the heap object that holds the value")
    String objectClass;

    @Label("Mapped File")
    @Description("File behind the memory that holds the value")
    String file;
}
