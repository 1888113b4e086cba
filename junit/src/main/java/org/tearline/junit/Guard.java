// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Holds what one test, or one class beside its tests, was seen to do. Thread-safe. */
final class Guard {
    /** Places in the code that are kept; the accesses of further ones are counted. */
    private static final int MOST_SITES = 200;

    private final String name;
    private final List<Rule> rules;
    private final Map<FoundSite.Key, FoundSite> sites = new ConcurrentHashMap<>();
    private final LongAdder further = new LongAdder();
    private volatile boolean closed;

    /** @param name the test or class, for a sentence */
    Guard(String name, List<Rule> rules) {
        this.name = name;
        this.rules = rules;
    }

    /** Takes an access into account that the current thread is about to make. */
    void see(Hit hit) {
        if (rules.stream().noneMatch(rule -> rule.forbids(hit))) {
            return;
        }
        FoundSite.Key key = FoundSite.Key.of(hit);
        FoundSite site = sites.get(key);
        if (site == null && sites.size() < MOST_SITES) {
            site = sites.computeIfAbsent(key, ignored -> new FoundSite(hit));
        }
        if (site == null) {
            further.increment();
        } else {
            site.add(hit, Thread.currentThread().getName());
        }
    }

    /** Ends the test: what threads do that it started is no longer its own. */
    void close() {
        closed = true;
    }

    boolean closed() {
        return closed;
    }

    /** Throws what was found, if anything. */
    void verify() {
        List<FoundSite> found = List.copyOf(sites.values());
        if (!found.isEmpty()) {
            throw new MisalignedAccessFailure(FailureText.of(name, rules, found, further.sum()),
                found.get(0).first().frames());
        }
    }

    List<Rule> rules() {
        return rules;
    }

    String name() {
        return name;
    }
}
