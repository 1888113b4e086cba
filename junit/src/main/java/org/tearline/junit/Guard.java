// SPDX-License-Identifier: Apache-2.0
package org.tearline.junit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Holds what one test, or one class beside its tests, was seen to do. Thread-safe. */
final class Guard {
    private final String name;
    private final List<Rule> rules;
    private final Map<FoundSite.Key, FoundSite> sites = new ConcurrentHashMap<>();
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
        sites.computeIfAbsent(FoundSite.Key.of(hit), key -> new FoundSite(hit))
            .add(hit, Thread.currentThread().getName());
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
