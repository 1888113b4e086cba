// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import org.tearline.agent.access.Access.Operation;

/** Decides at which hits the stack is walked and the held locks are looked for. Thread-safe. */
final class Samples {
    /** First hits of a value, thread and instruction at which the stack is walked, until {@link #SPACING} applies. */
    private static final int FIRST_WALKS = 4;
    /** After the first hits, the stack is walked when the hits have grown by a sixteenth, on average. */
    private static final int GROWTH = 4;
    /**
     * From the 128th walk of an instruction on (twice two to this power), the gaps between its walks grow with their
     * number, so that many values cost no more walks than a few.
     */
    private static final int SPACING = 6;
    /** Eventually, the stack is walked at one hit in this number, so that ten million hits per second cost little. */
    static final int RAREST = 1 << 12;
    /** Replaces {@link #RAREST} for a tracked value whose locks are not sampled: a walk only tells its sites apart. */
    private static final int RAREST_WITHOUT_LOCK = 1 << 14;

    private final ValueTable values;
    private final Locks locks;

    /** @param locks null if this JDK gives no access to locks */
    Samples(ValueTable values, Locks locks) {
        this.values = values;
        this.locks = locks;
    }

    /** Returns the number of hits until the stack is walked again. */
    long gap(Entry entry) {
        long hits = entry.earlier + entry.hits;
        long spacing = entry.location.walks().get() >> SPACING;
        int rarest = RAREST;
        if (mayBeGuarded(entry)) {
            // An access without the lock should not be missed for long.
            spacing = Math.min(spacing, hits >> 1);
        } else if (entry.isTracked()) {
            rarest = RAREST_WITHOUT_LOCK;
        }
        if (hits < FIRST_WALKS && spacing <= 1) {
            return 1;
        }
        long mean = Math.min(Math.max(hits >> GROWTH, spacing), rarest);
        return entry.tally.about((int) Math.max(1, mean));
    }

    private boolean mayBeGuarded(Entry entry) {
        return entry.shared && values.guards.mayBeHeld(entry.value);
    }

    /**
     * Called when a value turns out to be shared: from now on, the locks held at its accesses matter. If locks cannot
     * be found, or the site seems to take none, the value counts as accessed without a lock.
     */
    void share(Entry entry) {
        if (entry.site != null && (locks == null || entry.site.seemsUnlocked(entry.tally))) {
            entry.shared = true;
            values.guards.add(entry.value, entry.thread, Locks.NONE, 0);
        } else {
            entry.share();
        }
    }

    /**
     * Samples the locks at a hit if they matter.
     *
     * @param site null if there are too many sites, or the stack shows none
     */
    void sampleLocks(Entry entry, Site site) {
        if (!entry.isTracked() && site != null && site.attemptMonitor()) {
            site.monitor(anyMonitor());
        }
        if (!mayBeGuarded(entry)) {
            return;
        }
        int[] held = Locks.NONE;
        if (locks != null && entry.pair >= 0 && site != null && !site.seemsUnlocked(entry.tally)) {
            Object[] monitors = locks.monitors();
            held = locks.held(monitors, entry.operation() == Operation.READ);
            if (monitors.length > 0) {
                site.monitor(monitors[0]);
            }
            site.sampledLocks(held.length);
            if (held.length == 0) {
                values.unguarded(entry.value, entry.thread, entry.tally.clock, entry.operation());
            }
        }
        values.guards.add(entry.value, entry.thread, held, entry.tally.locks);
    }

    /**
     * Returns the identity hash code of the monitor that was held at a sample of the site, or is held at the first hit;
     * 0 if it is not held now.
     */
    int monitor(Entry entry) {
        Object known = null;
        if (entry.site != null) {
            known = entry.site.monitor();
        } else if (entry.hits == 0) {
            known = anyMonitor();
        }
        return known != null && Thread.holdsLock(known) ? System.identityHashCode(known) : 0;
    }

    private Object anyMonitor() {
        Object[] held = locks == null ? new Object[0] : locks.monitors();
        return held.length == 0 ? null : held[0];
    }

    /**
     * Marks a site as contended; as in doubt if nobody was seen to read the value between two writes, or if the thread
     * holds a monitor, since that may guard the value.
     */
    void contend(Site site, Window.Race race) {
        if (race == Window.Race.WITH_READ && anyMonitor() == null) {
            site.contend();
        } else {
            site.doubt();
        }
    }
}
