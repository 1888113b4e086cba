// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.jfr;

import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import org.tearline.agent.record.Mapping;
import org.tearline.agent.record.Recorder;
import org.tearline.agent.record.Site;
import org.tearline.agent.report.Findings;

/**
 * Passes what was found to the flight recorder. Not to be loaded before the program uses that: it would cost tens of
 * milliseconds of the start. Thread-safe.
 */
public final class FlightEvents {
    /** The class that every use of the recorder begins with. */
    public static final String RECORDER = "jdk.jfr.FlightRecorder";

    /** Those that the recorder gets to know. */
    static final List<Class<? extends Event>> TYPES = List.of(MisalignedAccess.class, MisalignedAccessCount.class);

    private final Recorder recorder;
    private final Runnable counting = this::count;

    private FlightEvents(Recorder recorder) {
        this.recorder = recorder;
    }

    /** Registers the events, of which the recorder asks for the counts when it wants them. */
    public static FlightEvents start(Recorder recorder) {
        FlightEvents events = new FlightEvents(recorder);
        TYPES.forEach(FlightRecorder::register);
        FlightRecorder.addPeriodicEvent(MisalignedAccessCount.class, events.counting);
        return events;
    }

    /** Takes them out of the recorder. */
    public void stop() {
        FlightRecorder.removePeriodicEvent(counting);
        TYPES.forEach(FlightRecorder::unregister);
    }

    /** Notes a new site. Called by the thread that makes the access, whose stack is noted. */
    public void found(Site site, boolean shared) {
        MisalignedAccess event = new MisalignedAccess();
        if (!event.shouldCommit()) {
            return;
        }
        Site.Key key = site.key();
        Site.Count first = site.counts().get(0);
        event.site = own(key);
        event.accessor = key.access().method();
        event.operation = key.access().operation().toString();
        event.mode = key.access().mode().toString();
        event.width = key.access().bytes();
        event.offset = first.offset();
        event.place = first.place().toString();
        event.crossesLine = first.place().inTwoLines();
        event.shared = shared || seenByProcesses(site);
        event.objectClass = key.object();
        Mapping mapping = site.first().mapping();
        event.file = mapping == null ? null : mapping.file();
        event.commit();
    }

    private void count() {
        for (Recorder.SiteState state : recorder.sites()) {
            Site.Key key = state.site().key();
            MisalignedAccessCount event = new MisalignedAccessCount();
            event.site = own(key);
            event.accessor = key.access().method();
            event.width = key.access().bytes();
            event.worstPlace = Findings.worst(state.site()).toString();
            event.crossesLine = Findings.worst(state.site()).inTwoLines();
            event.shared = state.shared() > 0 || seenByProcesses(state.site());
            event.accesses = Findings.hits(state.site());
            event.values = state.values();
            event.mostThreads = state.threads();
            event.commit();
        }
    }

    private static String own(Site.Key key) {
        return key.frames().get(key.outermost()).toString();
    }

    private static boolean seenByProcesses(Site site) {
        Mapping mapping = site.first().mapping();
        return mapping != null && mapping.shared();
    }
}
