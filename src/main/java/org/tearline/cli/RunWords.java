// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tearline.engine.link.TrialRequest;
import org.tearline.kernel.Stressor;
import org.tearline.plan.AccessRules;
import org.tearline.plan.Budget;
import org.tearline.plan.Memory;
import org.tearline.plan.ReadMode;
import org.tearline.plan.ThreadCpus;
import org.tearline.plan.Tier;
import org.tearline.plan.TrialSpec;
import org.tearline.plan.Until;
import org.tearline.plan.Width;
import org.tearline.plan.WriteMode;
import org.tearline.platform.Linux;
import org.tearline.platform.SplitLockPolicy;

/**
 * The plainest options of a run as words, read without a parser: which worker to fork while the parser looks at all of
 * them, and, if there are no others, the whole trial. Whatever is not understood at once, be it another option, another
 * spelling or a mistake, is left to {@link TrialOptions}, and the two agree about all the rest. Immutable.
 *
 * <p>A plain run does not load picocli and reaches its first tear earlier: after 792 instead of 1,004 ms on JDK 17,
 * after 603 instead of 802 ms on 25, on a shared Emerald Rapids; docs/measurements has the runs.
 *
 * @param words what was given, by the option's name
 * @param all   whether nothing else was given
 */
record RunWords(Map<String, String> words, boolean all) {
    private static final Set<String> OPTIONS = Set.of("offset", "width", "write", "read", "memory", "tier");
    private static final String DASHES = "--";
    /** Holds what fits into two pages of any size. */
    private static final int MOST_OFFSET = 8184;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Reads properties and arguments, of which the last one counts. */
    static RunWords of(List<String> arguments, Properties properties) {
        Map<String, String> words = new HashMap<>();
        boolean all = true;
        for (String key : properties.stringPropertyNames()) {
            if (OPTIONS.contains(key)) {
                words.put(key, properties.getProperty(key));
            } else {
                all &= !PropertyDefaults.mayBeMeant(key);
            }
        }
        for (int i = 0; i < arguments.size(); i++) {
            String[] parts = arguments.get(i).split("=", 2);
            boolean known = parts[0].startsWith(DASHES) && OPTIONS.contains(parts[0].substring(DASHES.length()))
                && (parts.length == 2 || i + 1 < arguments.size());
            if (known) {
                words.put(parts[0].substring(DASHES.length()), parts.length == 2 ? parts[1] : arguments.get(++i));
            }
            all &= known;
        }
        return new RunWords(words, all);
    }

    /** Returns the tier of the worker to fork; if the parser finds another one, the worker is replaced. */
    Tier tier() {
        Tier tier = named("tier", TrialSpec.USUAL.tier(), List.of(Tier.values()));
        return tier == null ? TrialSpec.USUAL.tier() : tier;
    }

    /** Returns whether the worker to fork is one for vectors. */
    boolean ofVectors() {
        return named("width", null, Width.vectors()) != null;
    }

    /** Returns the trial; empty if anybody else has to look at it. */
    Optional<TrialSpec> trial() {
        TrialSpec usual = TrialSpec.USUAL;
        Integer offset = offset();
        Width width = named("width", usual.width(), Width.scalars());
        WriteMode write = named("write", usual.write(), List.of(WriteMode.values()));
        ReadMode read = named("read", usual.read(), List.of(ReadMode.values()));
        Memory memory = named("memory", usual.memory(), List.of(Memory.values()));
        Tier tier = named("tier", usual.tier(), List.of(Tier.values()));
        // A mapped file has to be made first, this JVM may not have the memory, and a seqlock is of two sides.
        boolean plain = all && offset != null && width != null && write != null && read != null && memory != null
            && tier != null && memory != Memory.MAPPED && memory.problem(Runtime.version().feature()) == null
            && write != WriteMode.SEQLOCK && read != ReadMode.SEQLOCK;
        return plain ? Optional.of(new TrialSpec(memory, width, offset, write, read, usual.writers(), usual.readers(),
            usual.processes(), tier, usual.seed())) : Optional.empty();
    }

    /** Returns the request of a trial whose other options are the default ones, on this machine. */
    static TrialRequest request(TrialSpec trial, AccessRules rules, Linux kernel) {
        return new TrialRequest(trial, new Budget(NANOS, rules.defaultChanges(trial), Until.FIRST),
            ThreadCpus.automatic(kernel.allowedCpus(), kernel::coreOf, trial.writers(), trial.readers()), rules,
            Stressor.AUTO, SplitLockPolicy.permits(kernel, true), null, true);
    }

    private Integer offset() {
        String text = words.getOrDefault("offset", String.valueOf(TrialSpec.USUAL.offset()));
        return text.matches("[0-9]{1,4}") && Integer.parseInt(text) <= MOST_OFFSET ? Integer.valueOf(text) : null;
    }

    /** Without a stream: linking its lambda would delay the fork. */
    private <T> T named(String option, T usual, List<T> values) {
        String word = words.get(option);
        for (T value : values) {
            if (value.toString().equals(word)) {
                return value;
            }
        }
        return word == null ? usual : null;
    }
}
