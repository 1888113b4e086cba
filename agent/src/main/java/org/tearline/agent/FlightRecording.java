// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent;

import org.tearline.agent.jfr.FlightEvents;
import org.tearline.agent.record.Site;
import org.tearline.agent.report.TextReport;

/** Joins the flight recorder once the program uses it, and loads nothing of it before. Thread-safe. */
final class FlightRecording implements Runnable {
    /** The class that every use of the recorder begins with; a constant, so that nothing is loaded for it. */
    static final String RECORDER = FlightEvents.RECORDER;

    private final Session session;
    private volatile FlightEvents events;
    private boolean stopped;

    FlightRecording(Session session) {
        this.session = session;
    }

    /** Joins it in a thread of its own: the current one is loading the recorder's class. */
    @Override
    public void run() {
        Thread thread = new Thread("tearline-agent-jfr") {
            @Override
            public void run() {
                joinNow();
            }
        };
        thread.setDaemon(true);
        thread.start();
    }

    /** Joins it now. */
    synchronized void joinNow() {
        if (events != null || stopped) {
            return;
        }
        try {
            events = FlightEvents.start(session.recorder());
        } catch (RuntimeException | LinkageError e) {
            Session.print(TextReport.PREFIX + "no events for the flight recorder: " + e + "\n");
        }
    }

    synchronized void stop() {
        stopped = true;
        if (events != null) {
            events.stop();
            events = null;
        }
    }

    void found(Site site, boolean shared) {
        FlightEvents now = events;
        if (now != null) {
            now.found(site, shared);
        }
    }
}
