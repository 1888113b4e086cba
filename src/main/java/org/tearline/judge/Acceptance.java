// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import java.util.Collection;
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

    private static final String RENUMBERED = "the baseline has another number of this lambda or anonymous class";

    /** Entries by their code without numbers. */
    private final Map<Code, Set<Entry>> accepted;
    /** The code that accesses values that may be accepted, by the same code without numbers. */
    private final Map<Code, Set<Code>> found;

    Acceptance(Baseline baseline, Collection<JudgedValue> values) {
        accepted = baseline.accepted().stream()
            .collect(Collectors.groupingBy(entry -> Code.of(entry).unnumbered(), LinkedHashMap::new,
                Collectors.toCollection(LinkedHashSet::new)));
        found = values.stream()
            .filter(value -> value.danger().mayBeAccepted())
            .flatMap(value -> value.sites().stream())
            .map(Code::of)
            .collect(Collectors.groupingBy(Code::unnumbered, Collectors.toSet()));
    }

    /** What an entry accepts. */
    private record Code(String type, String method, String kind, int bytes) {
        private static Code of(Site site) {
            return of(Entry.of(site, Verdict.TORN, ""));
        }

        private static Code of(Entry entry) {
            return new Code(entry.type(), entry.method(), entry.kind(), entry.bytes());
        }

        private Code unnumbered() {
            return new Code(unnumbered(type), unnumbered(method), kind, bytes);
        }

        private static String unnumbered(String name) {
            return NUMBER.matcher(name).replaceAll("\\$");
        }
    }

    /** Returns the reasons if every site of a value is accepted, otherwise nothing. Adds that a number differs. */
    Optional<String> reason(JudgedValue value) {
        Set<String> reasons = new LinkedHashSet<>();
        for (Site site : value.sites()) {
            Optional<String> reason = reason(Code.of(site), value.danger());
            if (reason.isEmpty()) {
                return Optional.empty();
            }
            reasons.add(reason.get());
        }
        if (value.sites().stream().map(Code::of).anyMatch(code -> ownReason(code, value.danger()).isEmpty())) {
            reasons.add(RENUMBERED);
        }
        return Optional.of(String.join("; ", reasons));
    }

    private Optional<String> reason(Code code, Verdict danger) {
        Code unnumbered = code.unnumbered();
        Set<Entry> entries = accepted.getOrDefault(unnumbered, Set.of());
        if (isAmbiguous(unnumbered)) {
            return Optional.empty();
        }
        if (codes(entries).containsAll(found.getOrDefault(unnumbered, Set.of()))) {
            return ownReason(code, danger);
        }
        return joined(entries.stream().filter(entry -> entry.accepts(danger)));
    }

    /** Returns the reason for a new baseline; if ambiguous, that of the same number, if there is one. */
    Optional<String> reasonToKeep(Site site) {
        Code code = Code.of(site);
        return reason(code, Verdict.UNKNOWN).or(() -> ownReason(code, Verdict.UNKNOWN));
    }

    private Optional<String> ownReason(Code code, Verdict danger) {
        Set<Entry> entries = accepted.getOrDefault(code.unnumbered(), Set.of());
        return joined(entries.stream().filter(entry -> Code.of(entry).equals(code) && entry.accepts(danger)));
    }

    private static Optional<String> joined(Stream<Entry> entries) {
        return entries.map(Entry::reason).distinct().reduce((one, other) -> one + "; " + other);
    }

    /** Whether there are more lambdas or anonymous classes of one place than the baseline lists. */
    private boolean isAmbiguous(Code unnumbered) {
        Set<Entry> entries = accepted.getOrDefault(unnumbered, Set.of());
        return found.getOrDefault(unnumbered, Set.of()).size() > codes(entries).size();
    }

    private static Set<Code> codes(Set<Entry> entries) {
        return entries.stream().map(Code::of).collect(Collectors.toSet());
    }

    /** Returns the entries that match no access to a value that may be accepted. */
    List<Entry> unused() {
        return accepted.keySet().stream()
            .filter(unnumbered -> !isAmbiguous(unnumbered))
            .flatMap(unnumbered -> surplus(accepted.get(unnumbered), found.getOrDefault(unnumbered, Set.of())))
            .toList();
    }

    /** Returns as many entries as there are too many, none of which has a number that was found. */
    private static Stream<Entry> surplus(Set<Entry> entries, Set<Code> names) {
        return entries.stream()
            .filter(entry -> !names.contains(Code.of(entry)))
            .limit(codes(entries).size() - names.size());
    }

    /** Returns the entries that accept nothing, since it is unknown which lambda or anonymous class they mean. */
    List<Entry> ambiguous() {
        return accepted.keySet().stream()
            .filter(this::isAmbiguous)
            .flatMap(unnumbered -> accepted.get(unnumbered).stream())
            .toList();
    }
}
