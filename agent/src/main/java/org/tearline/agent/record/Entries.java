// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.concurrent.atomic.LongAdder;
import org.tearline.agent.site.Locations.Location;
import org.tearline.agent.site.PairTable;
import org.tearline.agent.site.Site;
import org.tearline.agent.site.Sites;
import org.tearline.agent.value.Value;

/**
 * Creates the entries of tallies. A new entry continues the hits and the site of those before it. Thread-safe.
 *
 * @param unplaced hits without a site
 */
record Entries(Sites sites, LongAdder unplaced) {
    /**
     * Returns the entry that counts an access, creating it if necessary.
     *
     * @param value  null for any value at the place that is not tracked
     * @param thread number of the thread for this value
     */
    Entry get(Tally tally, int place, Location location, int width, Value value, int thread) {
        PairTable pairs = sites.pairs();
        Entry known = tally.find(value == null ? place : value.key(), location.id());
        if (known != null && (value == null || known.isCurrent())) {
            return known;
        }
        int pair = value == null ? -1 : pairs.slot(value.slot(), thread, location.id());
        Entry entry = new Entry(tally, place, location, width, value, pair);
        if (pair < 0) {
            entry.site = location.latest().get(place);
            entry.earlier = location.hits().get();
        } else {
            entry.site = sites.latest(pair);
            entry.earlier = pairs.hits().get(pair);
        }
        entry.walkAt = entry.site == null ? 1 : entry.gap();
        Entry replaced = tally.replace(entry);
        if (replaced != null) {
            replaced.flush(unplaced);
            if (replaced.pair < 0) {
                replaced.location.hits().getAndAdd(replaced.hits);
            } else {
                pairs.hits().getAndAdd(replaced.pair, replaced.hits);
            }
        }
        return entry;
    }

    /**
     * Counts a hit at the site that a stack walk has found, like the next hits, and decides when the next walk comes.
     *
     * @param site null if the stack shows none, or the table of sites is full
     */
    void countAt(Entry entry, Site site) {
        // The earlier hits belong to the previous site.
        entry.flush(unplaced);
        Site before = entry.site;
        entry.site = site;
        if (site != null) {
            if (entry.race != null) {
                entry.race.mark(site);
                entry.race = null;
            }
            entry.location.latest().put(entry.place, site);
            if (entry.pair >= 0) {
                sites.pairs().addSite(entry.pair, entry.own.slot(), site.number());
            }
            // The hits between two stack walks may belong to either site.
            if (before != null && before != site) {
                before.estimated().set(true);
                site.estimated().set(true);
            }
        }
        entry.hits++;
        entry.flush(unplaced);
        entry.location.walks().incrementAndGet();
        entry.walkAt = entry.hits + entry.gap();
    }
}
