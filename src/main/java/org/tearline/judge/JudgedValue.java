// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.tearline.judge.AgentReport.Access;
import org.tearline.judge.AgentReport.Place;
import org.tearline.judge.AgentReport.Reason;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.AgentReport.Source;
import org.tearline.judge.AgentReport.Values;
import org.tearline.trial.LowerCase;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Verdict;
import org.tearline.words.Words;

/**
 * One or more values that the same code accesses.
 *
 * @param accepted why the danger is accepted; null if it is not
 * @param doubts   what would make the danger greater
 * @param sites    most hits first
 * @param places   worst first
 */
public record JudgedValue(Verdict danger, String accepted, Set<Doubt> doubts, List<Site> sites,
                          List<JudgedPlace> places) {
    /** By danger, then whether other processes see the value, then by worst place and hits. */
    static final Comparator<JudgedValue> WORST_FIRST = Comparator.comparing(JudgedValue::danger)
        .thenComparing(value -> !value.seenByProcesses())
        .thenComparing(value -> value.places.get(0).boundary(), Comparator.reverseOrder())
        .thenComparing(JudgedValue::hits, Comparator.reverseOrder());

    /** An access that may have been made although it is not in the reports. */
    public enum Doubt {
        PLAIN_NOT_WATCHED("plain accesses were not watched (option ordered)"),
        /** At the same offset in a line of the same file, at the same time; one of the two processes wrote. */
        OTHER_PROCESS("perhaps shared with another watched process, at this offset in another or the same line");

        private final String words;

        Doubt(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }

    /**
     * Judges the value that these sites access.
     *
     * @param doubts what is known of the reports; those that do not matter for this value are omitted
     */
    static JudgedValue of(List<Site> sites, Set<Doubt> doubts, Judge judge) {
        boolean alone = !any(sites, values -> values.known() == 0 || values.shared() != 0);
        // Whoever else accesses the value makes plain accesses: others in this process would have been seen.
        boolean othersArePlain = doubts.contains(Doubt.PLAIN_NOT_WATCHED) && !any(sites, Values::isUnordered)
            && !(alone && isMappedShared(sites));
        boolean heap = sites.get(0).object() != null;
        boolean locked = sites.stream().map(Site::values).allMatch(
            values -> values.shared() > 0 && values.shared() == values.locked());
        Map<Place, Set<Access>> accesses = new LinkedHashMap<>();
        sites.forEach(site -> site.places().forEach(place ->
            accesses.computeIfAbsent(place, key -> new LinkedHashSet<>()).add(site.access())));
        List<JudgedPlace> places = accesses.entrySet().stream()
            .map(at -> JudgedPlace.of(at.getKey(), heap,
                new PlaceAccesses(at.getValue()).relevant(locked, othersArePlain), judge))
            .sorted(JudgedPlace.WORST_FIRST)
            .toList();
        List<Site> ranked = sites.stream().sorted(Comparator.comparing(Site::hits).reversed()).toList();
        Verdict danger = judged(ranked, places, doubts, judge.target());
        Set<Doubt> mattering = Set.of();
        if (danger == Verdict.UNKNOWN) {
            mattering = doubts;
        }
        return new JudgedValue(danger, null, mattering, ranked, places);
    }

    private static boolean any(List<Site> sites, Predicate<Values> is) {
        return sites.stream().map(Site::values).anyMatch(is);
    }

    /**
     * Judges by the threads of the watched JVMs. A mapped file alone does not show that another process accesses the
     * value. However, accesses by a single thread that are not plain suggest that another process does.
     *
     * @param places worst first
     */
    private static Verdict judged(List<Site> sites, List<JudgedPlace> places, Set<Doubt> doubts, Target target) {
        boolean allPlain = sites.stream().map(Site::access).allMatch(Access::isPlain);
        Verdict shared = places.get(0).ifShared();
        if (any(sites, Values::isUnordered)) {
            return shared;
        }
        Verdict unshared = Verdict.ONE_THREAD;
        if (largest(sites, Values::locked) > 0) {
            unshared = Verdict.LOCKED;
        } else if (largest(sites, Values::ordered) > 0) {
            unshared = Verdict.ORDERED;
        } else if (largest(sites, Values::oneThread) > 0 && isMappedShared(sites) && !allPlain) {
            unshared = shared;
        }
        if (doubts.contains(Doubt.PLAIN_NOT_WATCHED) && shared.isError()) {
            unshared = Verdict.worse(unshared, Verdict.UNKNOWN);
        }
        Verdict ifUnknown = shared;
        if (shared.isError()) {
            ifUnknown = Verdict.UNKNOWN;
        }
        if (doubts.contains(Doubt.OTHER_PROCESS) || any(sites, Values::isUnknown)) {
            unshared = Verdict.worse(unshared, ifUnknown);
        }
        if (places.stream().anyMatch(place -> place.cpus().faults(target))) {
            return Verdict.worse(Verdict.FAULTS, unshared);
        }
        return unshared;
    }

    /** Returns a copy that is accepted for this reason, if there is one and the danger may be accepted. */
    JudgedValue acceptedFor(Optional<String> reason) {
        return new JudgedValue(danger, reason.filter(any -> danger.mayBeAccepted()).orElse(null), doubts, sites,
            places);
    }

    /** Whether the program needs a fix, and a baseline does not accept the value as it is. */
    public boolean isError() {
        return danger.isError() && accepted == null;
    }

    public long hits() {
        return Counts.sum(sites.stream().map(Site::hits).toList());
    }

    /** Whether other processes may map the memory. */
    public boolean seenByProcesses() {
        return isMappedShared(sites);
    }

    private static boolean isMappedShared(List<Site> sites) {
        return sites.stream().anyMatch(site -> site.mapping() != null && site.mapping().shared());
    }

    /** Returns the largest count at any site, or 0 if the agent lost count at one of them. */
    public long most(ToLongFunction<Values> number) {
        return largest(sites, number);
    }

    private static long largest(List<Site> sites, ToLongFunction<Values> number) {
        if (any(sites, values -> values.known() == 0)) {
            return 0;
        }
        return sites.stream().map(Site::values).mapToLong(number).max().orElse(0);
    }

    /** Returns what put the accesses in order, as each site says. */
    public List<Source> orderedBy() {
        return sites.stream().flatMap(site -> site.values().orderedBy().stream()).toList();
    }

    /** Returns why the agent does not know how threads share the value, with the words of agent.schema.json. */
    public Set<String> unknownWhy() {
        return sites.stream()
            .flatMap(site -> site.values().unknownWhy().stream())
            .map(Reason::why)
            .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the possible fixes, best first, each without a full stop. */
    public List<String> remedies() {
        int bytes = sites.stream().map(Site::access).mapToInt(Access::bytes).max().orElseThrow();
        List<String> paddings = places.stream()
            .filter(place -> place.offset() % bytes != 0)
            .sorted(Comparator.comparing(JudgedPlace::offset))
            .map(place -> Words.count(bytes - place.offset() % bytes, "byte") + " of padding at " + place.offset())
            .distinct()
            .toList();
        if (paddings.isEmpty()) {
            return List.of("access it by one read or write of " + bytes + " bytes instead of a copy or fill, or keep"
                + " other threads out meanwhile");
        }
        String move = "put it at a multiple of " + bytes;
        if (sites.get(0).object() != null) {
            move += ", counted from the start of the object, header included";
        }
        if (paddings.size() <= 4) {
            move += ": " + String.join(", ", paddings);
        }
        return List.of(move, "if it cannot be moved, lock every access to it through Unsafe, including reads: it is"
            + " then whole on x86-64, but slow across a line, and on Arm the access may raise SIGBUS");
    }
}
