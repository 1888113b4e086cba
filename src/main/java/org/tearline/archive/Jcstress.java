// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tearline.file.JcstressCase.Place;
import org.tearline.file.JcstressCase;
import org.tearline.file.MixedCase;
import org.tearline.file.ResultFile;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Fate;
import org.tearline.verdict.Granules;

/**
 * The outcome of the jcstress tests, compared with the agreed numbers. Compares neither cases that the numbers do not
 * decide nor those of a ByteBuffer.
 *
 * @param jvms    the JVMs that ran the tests
 * @param samples the number of samples in all cases of one and of two sizes, compared or not
 * @param tearing the number of cases that can tear
 * @param torn    how many of them did; that one did not is no contradiction
 * @param whole   the number of cases that cannot tear
 * @param extra   those of them that did, which contradict the agreed numbers
 * @param mixed   the tests of two sizes by feature version of the JDK, each added up over its files; by test and place
 */
public record Jcstress(SortedSet<String> jvms, long samples, int tearing, long torn, int whole, List<String> extra,
                       SortedMap<Integer, SortedMap<String, MixedCase>> mixed) {
    /** One place, write and read. A raw address and Agrona's UnsafeBuffer use the same instruction. */
    private record Pair(Place place, WriteMode write, ReadMode read) {
        TrialSpec trial() {
            return TrialSpec.USUAL.at(place.offset()).with(write, read);
        }

        @Override
        public String toString() {
            return place + " " + write + "/" + read;
        }
    }

    /** Returns one element, or none if there is no file from a known JVM. */
    static List<Jcstress> of(Granules granules, List<ResultFile> all) {
        List<ResultFile> files = all.stream()
            .filter(file -> file.rules().jvmKnown())
            .toList();
        if (files.isEmpty()) {
            return List.of();
        }
        AccessRules rules = files.get(0).rules();
        Map<Pair, Boolean> torn = tornByPair(files);
        Map<Fate, List<Pair>> predicted = torn.keySet().stream()
            .collect(Collectors.groupingBy(pair -> granules.fate(rules.kind(pair.trial()).orElseThrow(), Width.LONG,
                rules.geometry().boundary(pair.trial()))));
        SortedSet<String> jvms = files.stream()
            .map(file -> file.environment().jvm().name())
            .collect(Collectors.toCollection(TreeSet::new));
        long samples = files.stream()
            .flatMap(file -> Stream.concat(file.cases().stream().map(JcstressCase::states),
                file.mixed().stream().map(MixedCase::states)))
            .mapToLong(states -> Counts.sum(states.values()))
            .sum();
        List<Pair> tearing = predicted.getOrDefault(Fate.TORN, List.of());
        List<Pair> whole = predicted.getOrDefault(Fate.WHOLE, List.of());
        return List.of(new Jcstress(jvms, samples, tearing.size(), tearing.stream().filter(torn::get).count(),
            whole.size(), whole.stream().filter(torn::get).map(Pair::toString).toList(), mixedByJdk(files)));
    }

    private static Map<Pair, Boolean> tornByPair(List<ResultFile> files) {
        Map<Pair, Boolean> torn = new TreeMap<>(Comparator.comparing(Pair::toString));
        // jcstress also runs the interpreter, in which a ByteBuffer's plain accesses are several instructions.
        files.stream()
            .flatMap(file -> file.cases().stream())
            .filter(tested -> tested.memory() != Memory.BYTEBUFFER)
            .forEach(tested -> torn.merge(new Pair(tested.place(), tested.write(), tested.read()), tested.torn(),
                Boolean::logicalOr));
        return torn;
    }

    private static SortedMap<Integer, SortedMap<String, MixedCase>> mixedByJdk(List<ResultFile> files) {
        SortedMap<Integer, SortedMap<String, MixedCase>> mixed = new TreeMap<>();
        for (ResultFile file : files) {
            for (MixedCase one : file.mixed()) {
                mixed.computeIfAbsent(file.environment().jvm().feature(), jdk -> new TreeMap<>())
                    .merge(one.test() + " " + one.place().ordinal(), one, MixedCase::plus);
            }
        }
        return mixed;
    }

    /** Returns what the tests saw as a phrase, without the names of cases. */
    public String words() {
        List<String> words = new ArrayList<>();
        if (tearing + whole > 0) {
            words.add("tears in " + torn + " of " + tearing + " cases that can tear, and in " + extra.size() + " of "
                + whole + " that cannot");
        }
        List<MixedCase> twoSizes = mixed.values().stream()
            .flatMap(tests -> tests.values().stream())
            .filter(one -> !one.oneSize())
            .toList();
        if (!twoSizes.isEmpty()) {
            long unexplained = twoSizes.stream().filter(one -> one.unexplained() > 0).count();
            words.add("with two sizes, what no order explains in " + unexplained + " of " + twoSizes.size() + " cases");
        }
        if (words.isEmpty()) {
            return "no case to compare";
        }
        return String.join("; ", words);
    }
}
