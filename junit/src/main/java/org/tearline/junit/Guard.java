// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Collects the forbidden accesses in one test, or in one class outside its tests. Thread-safe. */
final class Guard {
    private final String name;
    private final List<Rule> rules;
    private final Map<FoundSite.Key, FoundSite> sites = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param name the test or class, for messages */
    Guard(String name, List<Rule> rules) {
        this.name = name;
        this.rules = rules;
    }

    /** Records an access by the current thread if a rule forbids it. */
    void see(Hit hit) {
        if (rules.stream().noneMatch(rule -> rule.forbids(hit))) {
            return;
        }
        sites.computeIfAbsent(FoundSite.Key.of(hit), key -> new FoundSite(hit))
            .add(hit, Thread.currentThread().getName());
    }

    /** Ends the test. Later accesses by threads that the test started do not count for it. */
    void close() {
        closed = true;
    }

    boolean closed() {
        return closed;
    }

    /** Fails if there were forbidden accesses. */
    void verify() {
        List<FoundSite> found = List.copyOf(sites.values());
        if (!found.isEmpty()) {
            throw new MisalignedAccessFailure(FailureText.of(name, rules, found),
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
