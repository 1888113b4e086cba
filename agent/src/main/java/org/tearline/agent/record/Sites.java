// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** All sites, up to a limit. Any thread; a new site takes a lock of the map, a known one does not. */
final class Sites {
    /** More than a person reads; one takes some 2 KB. */
    static final int LIMIT = 1024;

    private final ConcurrentHashMap<Site.Key, Site> byKey = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<Site> byNumber = new AtomicReferenceArray<>(LIMIT);
    private final AtomicInteger next = new AtomicInteger();

    /** Makes the site of a new key from its number; null where the table is full. */
    Site get(Site.Key key, IntFunction<Site> first) {
        Site known = byKey.get(key);
        if (known != null || full()) {
            return known;
        }
        return byKey.computeIfAbsent(key, ignored -> add(first));
    }

    private Site add(IntFunction<Site> first) {
        int number = next.getAndUpdate(n -> Math.min(n + 1, LIMIT));
        if (number == LIMIT) {
            return null;
        }
        Site site = first.apply(number);
        byNumber.set(number, site);
        return site;
    }

    boolean full() {
        return next.get() >= LIMIT;
    }

    /** @param number -1: none */
    Site get(int number) {
        return number < 0 ? null : byNumber.get(number);
    }

    /** In the order of their first hits. */
    List<Site> all() {
        return IntStream.range(0, LIMIT).mapToObj(byNumber::get).takeWhile(site -> site != null).toList();
    }
}
