// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.site;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.tearline.agent.access.Lines;
import org.tearline.agent.order.Mappings;
import org.tearline.agent.order.Table;

/** All sites, up to a limit. Thread-safe; only adding a site takes a lock. */
public final class Sites {
    /** Maximum number of sites. Each takes about 2 KB. */
    static final int LIMIT = 1024;

    private final Lines lines;
    private final Mappings mappings;
    private final Table<Site.Key, Site> byKey = new Table<>();
    private final AtomicReferenceArray<Site> byNumber = new AtomicReferenceArray<>(LIMIT);
    private final AtomicInteger next = new AtomicInteger();

    public Sites(Lines lines, Mappings mappings) {
        this.lines = lines;
        this.mappings = mappings;
    }

    /** Returns the site of an access, creating it if it is new; null if the table is full. */
    public Site get(Frames.Walk walk, Object base, long offset) {
        String object = base == null ? null : base.getClass().getTypeName();
        Site.Key key = new Site.Key(walk.access(), object, walk.frames(), walk.site());
        return get(key, number -> new Site(number, key, lines, first(base, offset)));
    }

    private Site.FirstHit first(Object base, long offset) {
        Instant now = Instant.now();
        String thread = Thread.currentThread().getName();
        return base == null
            ? new Site.FirstHit(now, thread, offset & lines.pageBytes() - 1, mappings.find(offset))
            : new Site.FirstHit(now, thread, offset, null);
    }

    /** Returns the site for a key, creating it with its number if it is new; null if the table is full. */
    Site get(Site.Key key, IntFunction<Site> create) {
        Site known = byKey.get(key);
        return known != null || full() ? known : byKey.computeIfAbsent(key, ignored -> add(create));
    }

    private Site add(IntFunction<Site> create) {
        int number = next.getAndUpdate(n -> Math.min(n + 1, LIMIT));
        if (number == LIMIT) {
            return null;
        }
        Site site = create.apply(number);
        byNumber.set(number, site);
        return site;
    }

    boolean full() {
        return next.get() >= LIMIT;
    }

    /** Returns the site with a number; null for -1. */
    public Site get(int number) {
        return number < 0 ? null : byNumber.get(number);
    }

    /** Returns the sites in the order of their first hits. */
    public List<Site> all() {
        return IntStream.range(0, LIMIT).mapToObj(byNumber::get).takeWhile(Objects::nonNull).toList();
    }
}
