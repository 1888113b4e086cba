// SPDX-License-Identifier: Apache-2.0
package org.tearline.archive;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.tearline.file.SeriesTier;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Memory;
import org.tearline.trial.Processes;
import org.tearline.trial.ReadMode;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Granules;
import org.tearline.verdict.Silence;
import org.tearline.verdict.Verdict;

/**
 * One place of one write and read on a CPU design, as the voices counted it that its numbers rest on. Evidence, not the
 * answer.
 *
 * @param strong whether a file has a strong negative result
 * @param tallies one for each voice, in their order
 */
public record ArchivedCell(Key key, boolean strong, Verdict verdict, List<Tally> tallies) {
    /** The key of a cell; pieces: the JVM may make the access of several instructions. */
    public record Key(Memory memory, Width width, Processes processes, WriteMode write, ReadMode read, SeriesTier tier,
                      boolean pieces, int offset) {
        static final Comparator<Key> ORDER = Comparator.comparing(Key::memory).thenComparing(Key::width)
            .thenComparing(Key::processes).thenComparing(Key::write).thenComparing(Key::read).thenComparing(Key::tier)
            .thenComparing(Key::pieces).thenComparing(Key::offset);

        /** The granule that a tear here would bound; empty where an access is several instructions. */
        Optional<Granules.Kind> kind(AccessRules rules) {
            return pieces ? Optional.empty() : Granules.Kind.of(new TrialSpec(memory, width, offset, write, read, 1, 1,
                processes, tier.slowest(), 0), rules);
        }

        int boundary(AccessRules rules) {
            return rules.geometry().boundary(offset, width);
        }
    }

    /** One voice's counts. */
    public record Tally(long changes, long torn) {
        double rate() {
            return changes == 0 ? 0 : (double) torn / changes;
        }
    }

    public long changes() {
        return tallies.stream().mapToLong(Tally::changes).reduce(0, Counts::sum);
    }

    public long torn() {
        return tallies.stream().mapToLong(Tally::torn).reduce(0, Counts::sum);
    }

    /** Tears per change: the median of the voices. No other rate is shown. */
    public double rate() {
        double[] rates = tallies.stream().mapToDouble(Tally::rate).sorted().toArray();
        int middle = rates.length / 2;
        return rates.length == 0 ? 0 : rates.length % 2 == 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2;
    }

    /**
     * The upper bound of the rate at 95 % where nothing tore: with two or more voices the second best. Null if torn.
     */
    public Double bound95() {
        List<Long> silent = tallies.stream().map(Tally::changes).filter(changes -> changes > 0).sorted((a, b) ->
            Long.compare(b, a)).toList();
        return torn() > 0 || silent.isEmpty() ? null
            : Silence.RULE_OF_THREE / silent.get(Math.min(1, silent.size() - 1));
    }
}
