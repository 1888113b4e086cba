// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.site;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.tearline.agent.order.Source;
import org.tearline.agent.value.Evidence;
import org.tearline.agent.value.Value;
import org.tearline.agent.value.ValueTable;

/**
 * A site with counts of its tracked values. Sites that touched the same bytes are in the same group. Immutable, except
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

    public static List<SiteState> of(Sites sites, ValueTable values) {
        List<Site> all = sites.known().all();
        List<Set<Value>> touched = new ArrayList<>();
        all.forEach(site -> touched.add(new LinkedHashSet<>()));
        int[] groups = IntStream.range(0, all.size()).toArray();
        Map<Value, Integer> firstSites = new HashMap<>();
        for (int i = 0; i < PairTable.LIMIT; i++) {
            int site = sites.pairs().site(i);
            // A site that was found after the list was made is left out.
            if (sites.pairs().value(i) >= 0 && site < all.size()) {
                Value value = values.value(sites.pairs().value(i)).root();
                touched.get(site).add(value);
                join(groups, site, firstSites.computeIfAbsent(value, key -> site));
                value.overlapping().forEach(other -> join(groups, site, firstSites.getOrDefault(other, site)));
            }
        }
        return IntStream.range(0, all.size())
            .mapToObj(i -> of(all.get(i), touched.get(i), root(groups, i)))
            .toList();
    }

    private static SiteState of(Site site, Set<Value> values, int group) {
        Map<Evidence, Integer> evidence = new EnumMap<>(Evidence.class);
        Map<Source, Integer> sources = new HashMap<>();
        int threads = 0;
        for (Value value : values) {
            Evidence known = value.evidence();
            evidence.merge(known, 1, Integer::sum);
            if (known == Evidence.ORDERED && value.source() != null) {
                sources.merge(value.source(), 1, Integer::sum);
            }
            threads = Math.max(threads, value.mostThreads());
        }
        return new SiteState(site, values.size(), threads, evidence, sources, group);
    }

    private static void join(int[] groups, int site, int other) {
        groups[root(groups, site)] = root(groups, other);
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
