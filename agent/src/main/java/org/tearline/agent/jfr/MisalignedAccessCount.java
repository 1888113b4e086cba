// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** Counts what a place in the code has done so far, at the ends of each chunk of a recording. Not thread-safe. */
@Name(MisalignedAccessCount.NAME)
@Label("Misaligned Access Count")
@Category("Tearline")
@Description("Misaligned accesses from a place in the program since the agent was started")
@Period("everyChunk")
@StackTrace(false)
final class MisalignedAccessCount extends Event {
    static final String NAME = "org.tearline.MisalignedAccessCount";

    @Label("Site")
    @Description("First frame outside the access libraries")
    String site;

    @Label("Accessing Method")
    @Description("Called method of Unsafe, a buffer, a view or a memory segment")
    String accessor;

    @Label("Width")
    @DataAmount(DataAmount.BYTES)
    int width;

    @Label("Worst Place")
    @Description("Smallest aligned block that holds each of its values")
    String worstPlace;

    @Label("Crosses Line")
    boolean crossesLine;

    @Label("Shared")
    @Description("Whether several threads touched one of its values, or another process can see it")
    boolean shared;

    @Label("Accesses")
    long accesses;

    @Label("Values")
    @Description("Addresses that are told apart, up to a limit")
    int values;

    @Label("Most Threads")
    @Description("Largest number of threads on one of its values, up to a limit")
    int mostThreads;
}
