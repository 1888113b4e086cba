// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.site;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tearline.agent.order.Source;
import org.tearline.agent.value.Evidence;
import org.tearline.agent.value.Value;
import org.tearline.agent.value.ValueTable;

/**
 * A site with counts of its tracked values. Sites that touched the same value are in the same group. Immutable, except
 * that the site continues to count its hits.
 *
 * @param threads most threads that touched one of the values
 * @param sources what put the accesses to ordered values in order, with the number of these values
 */
public record SiteState(Site site, int values, int threads, Map<Evidence, Integer> evidence,
                        Map<Source, Integer> sources, int group) {
    /** Returns the number of values that have this evidence. */
    public int count(Evidence kind) {
        return evidence.getOrDefault(kind, 0);
    }

    public static List<SiteState> of(List<Site> all, PairTable pairs, ValueTable values) {
        List<Map<Evidence, Integer>> evidence = all.stream()
            .map(site -> (Map<Evidence, Integer>) new EnumMap<Evidence, Integer>(Evidence.class)).toList();
        List<Map<Source, Integer>> sources = all.stream()
            .map(site -> (Map<Source, Integer>) new HashMap<Source, Integer>()).toList();
        int[] threads = new int[all.size()];
        int[] groups = IntStream.range(0, all.size()).toArray();
        Map<Value, Integer> firstSites = new HashMap<>();
        for (int i = 0; i < PairTable.LIMIT; i++) {
            int site = pairs.site(i);
            // A site that was found after the list was made is left out.
            if (pairs.value(i) >= 0 && site < threads.length) {
                Value value = values.value(pairs.value(i)).root();
                Evidence known = value.evidence();
                evidence.get(site).merge(known, 1, Integer::sum);
                if (known == Evidence.ORDERED && value.source() != null) {
                    sources.get(site).merge(value.source(), 1, Integer::sum);
                }
                threads[site] = Math.max(threads[site], value.mostThreads());
                int first = firstSites.computeIfAbsent(value, key -> site);
                groups[root(groups, site)] = root(groups, first);
            }
        }
        return IntStream.range(0, threads.length)
            .mapToObj(i -> new SiteState(all.get(i), sum(evidence.get(i)), threads[i], evidence.get(i),
                sources.get(i), root(groups, i)))
            .toList();
    }

    private static int sum(Map<Evidence, Integer> counts) {
        return counts.values().stream().mapToInt(count -> count).sum();
    }

    /** Follows the links from a site to the one that represents its group, which links to itself. */
    private static int root(int[] groups, int site) {
        int root = site;
        while (groups[root] != root) {
            root = groups[root];
        }
        return root;
    }
}
