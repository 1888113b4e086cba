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
 * @param pairs    the sites of each tracked value, and the hits of replaced entries, as far as there is room
 * @param unplaced hits without a site
 */
record Entries(Sites sites, PairTable pairs, LongAdder unplaced) {
    /**
     * Returns the entry that counts an access to a tracked value, creating it if necessary.
     *
     * @param thread number of the thread for this value
     */
    Entry tracked(Tally tally, int place, Location location, Value value, int thread) {
        Entry known = tally.find(value.key(), location.id());
        if (known != null && known.isCurrent()) {
            return known;
        }
        int pair = pairs.slot(value.slot(), thread, location.id());
        return add(new Entry(tally, place, location, value, pair));
    }

    /** Returns the entry that counts an access to any untracked value at a place, creating it if necessary. */
    Entry untracked(Tally tally, int place, Location location) {
        Entry known = tally.find(place, location.id());
        if (known != null) {
            return known;
        }
        return add(new Entry(tally, place, location, null, -1));
    }

    private Entry add(Entry entry) {
        if (entry.pair < 0) {
            entry.site = entry.location.latest().get(entry.place);
            entry.earlier = entry.location.hits().get();
        } else {
            entry.site = sites.get(pairs.latest(entry.pair));
            entry.earlier = pairs.hits(entry.pair);
        }
        entry.walkAt = entry.site == null ? 1 : entry.gap();
        Entry replaced = entry.tally.replace(entry);
        if (replaced != null) {
            replaced.flush(unplaced);
            if (replaced.pair < 0) {
                replaced.location.hits().getAndAdd(replaced.hits);
            } else {
                pairs.add(replaced.pair, replaced.hits);
            }
        }
        return entry;
    }

    /**
     * Makes an entry count its next hits at a site.
     *
     * @param site null if the stack shows none, or the table of sites is full
     */
    void moveTo(Entry entry, Site site) {
        Site before = entry.site;
        entry.site = site;
        if (site == null) {
            return;
        }
        entry.location.latest().put(entry.place, site);
        if (entry.pair >= 0) {
            pairs.addSite(entry.pair, entry.own.slot(), site.number());
        }
        // The hits between two stack walks may belong to either site.
        if (before != null && before != site) {
            before.estimated().set(true);
            site.estimated().set(true);
        }
    }
}
