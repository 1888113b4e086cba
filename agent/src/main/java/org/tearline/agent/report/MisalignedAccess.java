// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.report;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Lines.Position;
import org.tearline.agent.order.Mappings.Mapping;
import org.tearline.agent.site.Site;

/**
 * Flight recorder event for a new site. Must not be loaded before the program uses the recorder, as that would add tens
 * of milliseconds to startup. Not thread-safe.
 */
@Name("org.tearline.MisalignedAccess")
@Label("Misaligned Access")
@Category("Tearline")
@Description("First misaligned access at a site of the program, on the thread that made it")
@StackTrace
public final class MisalignedAccess extends Event {
    @Label("Site")
    @Description("First frame outside the access libraries and wrappers")
    String site;

    @Label("Accessing Method")
    @Description("Method that accesses the memory")
    String accessor;

    @Label("Operation")
    @Description("Read, write or update")
    String operation;

    @Label("Memory Order")
    String mode;

    @Label("Width")
    @DataAmount
    int width;

    @Label("Offset")
    @Description("Distance from the start of the cache line; in a heap object, from a multiple of 8 bytes")
    @DataAmount
    int offset;

    @Label("Crosses Line")
    boolean crossesLine;

    @Label("Crosses Page")
    boolean crossesPage;

    @Label("Shared")
    @Description("Whether another thread is known to have touched the value, or another process may map it")
    boolean shared;

    @Label("Object Class")
    @Description("Class of the heap object that contains the value")
    String objectClass;

    @Label("Mapped File")
    @Description("Mapped file that contains the value")
    String file;

    /** Records a new site if the event is enabled. The event keeps the stack of the calling thread. */
    public static void found(Site site, boolean shared) {
        MisalignedAccess event = new MisalignedAccess();
        if (!event.shouldCommit()) {
            return;
        }
        Site.Key key = site.key();
        Access access = key.walk().access();
        Position first = site.counts().get(0).position();
        Mapping mapping = site.first().mapping();
        event.site = key.frame().toString();
        event.accessor = access.method();
        event.operation = access.operation().toString();
        event.mode = access.mode();
        event.width = access.bytes();
        event.offset = first.offset();
        event.crossesLine = first.crossesLine();
        event.crossesPage = first.crossesPage();
        event.shared = shared || mapping != null && mapping.shared();
        event.objectClass = key.object();
        event.file = mapping == null ? null : mapping.file();
        event.commit();
    }
}
