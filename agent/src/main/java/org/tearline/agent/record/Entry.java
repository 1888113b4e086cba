// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.LongAdder;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.SpinLock;
import org.tearline.agent.site.Locations.Location;
import org.tearline.agent.site.Site;
import org.tearline.agent.value.Value;

/**
 * Accesses of a thread by one instruction, to one tracked value or to all values at a place that are not tracked. Used
 * by its thread only, except that others may {@link #flush} it.
 */
final class Entry extends SpinLock {
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
    private static final int RAREST = 1 << 12;
    /** As {@link #RAREST}, for a tracked value. */
    private static final int RAREST_TRACKED = 1 << 14;

    final Tally tally;
    final long key;
    final Location location;
    /** See {@link org.tearline.agent.access.Lines#place}. */
    final int place;
    /** Null if the value is not tracked. */
    final Value own;
    /** Stands for the value, see {@link Value#root}; null if the value is not tracked. */
    final Value value;
    /** Slot of the value, thread and instruction in the table of pairs; -1 if there is none. */
    final int pair;
    Site site;
    /** What the latest access to a value that is not tracked has shown, or null. The next stack walk finds its site. */
    Window.Race race;
    /** Hits of earlier entries. */
    long earlier;
    long hits;
    /** Number of hits at which the stack is walked again. */
    long walkAt;
    private final int life;
    private final int width;
    /** Time of the last access that {@link #touch} recorded; 0 if another one may differ. */
    private int time;
    /** Hits that have been added to those of a site, or to those without one. */
    private long counted;

    /** @param own null for all values at the place that are not tracked */
    Entry(Tally tally, int place, Location location, int width, Value own, int pair) {
        this.tally = tally;
        this.key = own == null ? place : own.key();
        this.place = place;
        this.location = location;
        this.own = own;
        this.value = own == null ? null : own.root();
        this.life = own == null ? 0 : value.life();
        this.pair = pair;
        this.width = width;
    }

    Operation operation() {
        return location.access().operation();
    }

    boolean isTracked() {
        return value != null;
    }

    boolean is(long otherKey, int otherLocation) {
        return key == otherKey && location.id() == otherLocation;
    }

    /** Whether the entry still counts the accesses to its value, whose memory may have been allocated again. */
    boolean isCurrent() {
        return own.root() == value && value.life() == life;
    }

    /**
     * Whether an access adds nothing to what is known of the value: the thread has made the same one since it last
     * passed anything on. One of another thread that came in between has been compared with that.
     */
    boolean isSettled() {
        return time == tally.now() && !tally.defers(operation());
    }

    /** Records an access to the value. */
    void touch() {
        value.touch(tally, location.access(), width);
        time = tally.copiesPart() ? 0 : tally.now();
    }

    /** Returns the number of hits until the stack is walked again. */
    long gap() {
        long all = earlier + hits;
        long spacing = location.walks().get() >> SPACING;
        if (all < FIRST_WALKS && spacing <= 1) {
            return 1;
        }
        int rarest = isTracked() ? RAREST_TRACKED : RAREST;
        long mean = Math.min(Math.max(all >> GROWTH, spacing), rarest);
        return tally.about((int) Math.max(1, mean));
    }

    /** Whether the next hit can be counted without a stack walk. */
    boolean mayCount() {
        return hits + 1 < walkAt;
    }

    /**
     * Adds the hits since the last call to those of the site.
     *
     * @param unplaced counts the hits instead if there is no site
     */
    void flush(LongAdder unplaced) {
        enter();
        Site at = site;
        long more = hits - counted;
        counted += more;
        leave();
        if (at == null) {
            unplaced.add(more);
        } else if (more > 0) {
            at.count(place, more, !isTracked());
        }
    }
}
