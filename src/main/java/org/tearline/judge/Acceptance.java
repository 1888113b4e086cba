// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.judge.AgentReport.Site;
import org.tearline.judge.Baseline.Entry;
import org.tearline.verdict.Verdict;

/**
 * Which values a baseline accepts. Compilers number lambdas and anonymous classes, and a new one renumbers others.
 * Those whose names differ only in the numbers are therefore accepted together, if there are no more of them than the
 * baseline lists.
 */
final class Acceptance {
    /** A number that a compiler has chosen: {@code A$1.run}, {@code A.lambda$main$0}. */
    private static final Pattern NUMBER = Pattern.compile("\\$\\d+(?=\\$|$)");

    private final Map<Entry, Alike> alike = new LinkedHashMap<>();

    Acceptance(Baseline baseline, Collection<JudgedValue> values) {
        baseline.accepted().forEach(entry -> alike(entry.code()).entries.add(entry));
        values.stream()
            .filter(value -> value.danger().mayBeAccepted())
            .flatMap(value -> value.sites().stream())
            .map(Entry::of)
            .forEach(code -> alike(code).found.add(code));
    }

    private Alike alike(Entry code) {
        return alike.computeIfAbsent(unnumbered(code), key -> new Alike(new LinkedHashSet<>(), new HashSet<>()));
    }

    private static Entry unnumbered(Entry code) {
        return new Entry(unnumbered(code.type()), unnumbered(code.method()), code.kind(), code.bytes(), null, "");
    }

    private static String unnumbered(String name) {
        return NUMBER.matcher(name).replaceAll("\\$");
    }

    /**
     * What differs only in the numbers.
     *
     * @param found the code that accesses values that may be accepted
     */
    private record Alike(Set<Entry> entries, Set<Entry> found) {
        private Set<Entry> listed() {
            return entries.stream().map(Entry::code).collect(Collectors.toSet());
        }

        /** Whether there are more lambdas or anonymous classes of one place than the baseline lists. */
        boolean isAmbiguous() {
            return found.size() > listed().size();
        }

        Optional<String> reason(Entry code, Verdict danger) {
            if (isAmbiguous()) {
                return Optional.empty();
            }
            if (listed().containsAll(found)) {
                return ownReason(code, danger);
            }
            return joined(entries.stream().filter(entry -> entry.accepts(danger)));
        }

        Optional<String> ownReason(Entry code, Verdict danger) {
            return joined(entries.stream().filter(entry -> entry.code().equals(code) && entry.accepts(danger)));
        }

        private static Optional<String> joined(Stream<Entry> entries) {
            return entries.map(Entry::reason).distinct().reduce((one, other) -> one + "; " + other);
        }

        /** Returns as many entries as there are too many, none of which has a number that was found. */
        Stream<Entry> surplus() {
            return entries.stream()
                .filter(entry -> !found.contains(entry.code()))
                .limit(listed().size() - found.size());
        }
    }

    /** Returns the reasons if every site of a value is accepted, otherwise nothing. Adds that a number differs. */
    Optional<String> reason(JudgedValue value) {
        Set<String> reasons = new LinkedHashSet<>();
        boolean renumbered = false;
        for (Site site : value.sites()) {
            Entry code = Entry.of(site);
            Optional<String> reason = alike(code).reason(code, value.danger());
            if (reason.isEmpty()) {
                return Optional.empty();
            }
            reasons.add(reason.get());
            renumbered |= alike(code).ownReason(code, value.danger()).isEmpty();
        }
        if (renumbered) {
            reasons.add("the baseline has another number of this lambda or anonymous class");
        }
        return Optional.of(String.join("; ", reasons));
    }

    /** Returns the reason for a new baseline; if ambiguous, that of the same number, if there is one. */
    Optional<String> reasonToKeep(Site site) {
        Entry code = Entry.of(site);
        return alike(code).reason(code, Verdict.UNKNOWN).or(() -> alike(code).ownReason(code, Verdict.UNKNOWN));
    }

    /** Returns the entries that match no access to a value that may be accepted. */
    List<Entry> unused() {
        return alike.values().stream().filter(one -> !one.isAmbiguous()).flatMap(Alike::surplus).toList();
    }

    /** Returns the entries that accept nothing, since it is unknown which lambda or anonymous class they mean. */
    List<Entry> ambiguous() {
        return alike.values().stream().filter(Alike::isAmbiguous).flatMap(one -> one.entries.stream()).toList();
    }
}
