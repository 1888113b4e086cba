// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.site;

import java.time.Instant;
import org.tearline.agent.access.Lines;
import org.tearline.agent.order.Mappings;
import org.tearline.agent.order.Mappings.Mapping;
import org.tearline.agent.order.Numbered;
import org.tearline.agent.site.Frames.Walk;

/**
 * All sites, up to a limit. Thread-safe; only adding a site takes a lock.
 *
 * @param pairs the sites of each tracked value, and the hits of replaced entries, as far as there is room
 */
public record Sites(Lines lines, Mappings mappings, Numbered<Site.Key, Site> known, PairTable pairs) {
    /** Maximum number of sites. Each takes about 2 KB. */
    static final int LIMIT = 1024;

    public Sites(Lines lines, Mappings mappings) {
        this(lines, mappings, new Numbered<>(LIMIT), new PairTable());
    }

    /** Returns the site of an access, creating it if it is new; null if the table is full. */
    public Site get(Walk walk, Object base, long offset) {
        String object = base == null ? null : base.getClass().getTypeName();
        Site.Key key = new Site.Key(walk, object);
        return known.get(key, number -> new Site(number, key, lines, first(base, offset)));
    }

    private Site.FirstHit first(Object base, long offset) {
        long shown = base == null ? offset & lines.pageBytes() - 1 : offset;
        Mapping mapping = base == null ? mappings.find(offset) : null;
        return new Site.FirstHit(Instant.now(), Thread.currentThread().getName(), shown, mapping);
    }

    /** Returns the site that the last stack walk found for a slot in the table of pairs; null before the first walk. */
    public Site latest(int slot) {
        int number = pairs.latest().get(slot) - 1;
        return number < 0 ? null : known.get(number);
    }
}
