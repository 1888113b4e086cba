// SPDX-License-Identifier: Apache-2.0
package org.tearline.bench.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds what the measurements say about each other: remedies and verdicts, Java's loops and native ones. Stateless. */
public final class Judging {
    /** Two compilers make different loops around the same access; more than this is no longer the loop. */
    private static final double AGREES = 1.2;

    private Judging() {
    }

    /**
     * Returns every remedy that was measured, in its order.
     *
     * @param asked whether there was a tester to ask
     */
    public static List<Costs.Judged> remedies(List<Group> groups, List<Verdict> verdicts, boolean asked) {
        List<Costs.Judged> judged = new ArrayList<>();
        reader(groups).ifPresent(series -> {
            for (int i = 0; i < series.at().size(); i++) {
                String remedy = series.at().get(i).toString();
                Costs.Own own = new Costs.Own(count(series, "reads", i), count(series, "changes", i),
                    count(series, "torn", i));
                Verdict verdict = verdicts.stream().filter(one -> one.remedy().equals(remedy)).findFirst().orElse(null);
                String why = verdict != null ? null : asked ? "several accesses; the tester tries one"
                    : "the tester was not asked";
                judged.add(new Costs.Judged(remedy, own, verdict, why, right(own, verdict)));
            }
        });
        return judged;
    }

    private static Optional<Series> reader(List<Group> groups) {
        return groups.stream().filter(group -> group.id().equals(Question.REMEDIES.id()))
            .flatMap(group -> group.series().stream())
            .filter(series -> series.metric().equals("time")
                && "reader".equals(series.parameters().get("side"))).findFirst();
    }

    private static long count(Series series, String name, int index) {
        return series.counts().get(name).get(index);
    }

    private static String right(Costs.Own own, Verdict verdict) {
        if (own.torn() > 0 || verdict != null && verdict.torn() > 0) {
            return "wrong";
        }
        return own.changes() == 0 && verdict == null ? "unknown" : "none-seen";
    }

    /** Returns the native cells beside ours; null where neither was asked for. */
    public static Costs.Agreement agreement(List<Group> groups) {
        Optional<Group> natives = groups.stream().filter(group -> group.id().equals(Question.NATIVE.id())).findFirst();
        if (natives.isEmpty()) {
            return null;
        }
        List<Double> ratios = new ArrayList<>();
        for (Series theirs : natives.get().series()) {
            ours(groups, theirs.parameters()).ifPresent(ours -> {
                for (int i = 0; i < theirs.at().size(); i++) {
                    int index = ours.index(theirs.at().get(i));
                    if (index >= 0) {
                        ratios.add(ours.median().get(index) / theirs.median().get(i));
                    }
                }
            });
        }
        if (ratios.isEmpty()) {
            return new Costs.Agreement(0, 0, 0, natives.get().leftOut().isEmpty()
                ? "loads and stores were not measured" : natives.get().leftOut().get(0).why());
        }
        int within = (int) ratios.stream().filter(ratio -> ratio <= AGREES && ratio >= 1 / AGREES).count();
        return new Costs.Agreement(ratios.size(), within, Assembly.rounded(Estimate.of(ratios).median()), null);
    }

    /** Earlier files have native loops of 8 bytes only, and do not say so. */
    private static Optional<Series> ours(List<Group> groups, Map<String, Object> theirs) {
        return groups.stream().filter(group -> group.id().equals(Question.OFFSET_COST.id()))
            .flatMap(group -> group.series().stream())
            .filter(series -> series.has(Map.of("operation", theirs.get("operation"), "widthBytes",
                theirs.getOrDefault("widthBytes", 8), "set", "place")))
            .findFirst();
    }
}
