// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Collects the forbidden accesses in one test, or in one class outside its tests. Thread-safe. */
final class Guard {
    private final String name;
    private final List<Rule> rules;
    private final Guard outer;
    private final Map<FoundSite.Key, FoundSite> sites = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * @param name  the test or class, for messages
     * @param outer guard of the test's class, or of the class that encloses a nested one; null if there is none
     */
    Guard(String name, List<Rule> rules, Guard outer) {
        this.name = name;
        this.rules = rules;
        this.outer = outer;
    }

    /** Records an access by the current thread if a rule forbids it. */
    void see(Hit hit) {
        if (rules.stream().anyMatch(rule -> rule.forbids(hit))) {
            add(hit, "");
        }
    }

    /** Records an access by a thread that no running test or class has started, if a rule forbids it. */
    void seeOfNoTest(Hit hit) {
        if (rules.stream().anyMatch(rule -> rule.forbids(hit))) {
            add(hit, " (of no known test)");
        }
    }

    private void add(Hit hit, String origin) {
        sites.computeIfAbsent(FoundSite.Key.of(hit), key -> new FoundSite(hit))
            .add(hit, Thread.currentThread().getName() + origin);
    }

    /** Ends the test. Later accesses by threads that the test started do not count for it. */
    void close() {
        closed = true;
    }

    /** Returns this guard or, if it is closed, the nearest outer one that is not; null if there is none. */
    Guard nearestOpen() {
        if (!closed) {
            return this;
        }
        return outer == null ? null : outer.nearestOpen();
    }

    /** Fails if there were forbidden accesses. */
    void verify() {
        List<FoundSite> found = sites.values().stream().sorted(FoundSite.WORST_FIRST).toList();
        if (!found.isEmpty()) {
            throw new MisalignedAccessFailure(FailureText.of(name, rules, found), found.get(0).first().frames());
        }
    }

    List<Rule> rules() {
        return rules;
    }

    String name() {
        return name;
    }
}
