// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.Arrays;
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
import org.tearline.plan.Processes;
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
 * A run whose options are so plain that they need no parser, which saves a third of the time to the first tear.
 * Whatever is not understood at once, be it another option, another spelling or a mistake, is left to
 * {@link TrialOptions}, and the two agree about all the rest. Immutable.
 */
record PlainRun(int offset, Width width, WriteMode write, ReadMode read, Memory memory, Tier tier) {
    private static final Set<String> OPTIONS = Set.of("offset", "width", "write", "read", "memory", "tier");
    private static final String DASHES = "--";
    /** Holds what fits into two pages of any size. */
    private static final int MOST_OFFSET = 8184;
    private static final int MOST_DIGITS = 4;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long SEED = 1;

    /** Returns the run that was asked for; empty if anybody else has to look at it. */
    static Optional<PlainRun> of(List<String> arguments, Properties properties) {
        Map<String, String> words = new HashMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (OPTIONS.contains(key)) {
                words.put(key, properties.getProperty(key));
            } else if (PropertyDefaults.mayBeMeant(key)) {
                return Optional.empty();
            }
        }
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            String name = argument.substring(0, equals < 0 ? argument.length() : equals);
            if (!name.startsWith(DASHES) || !OPTIONS.contains(name.substring(DASHES.length()))
                || equals < 0 && i + 1 == arguments.size()) {
                return Optional.empty();
            }
            words.put(name.substring(DASHES.length()), equals < 0 ? arguments.get(++i)
                : argument.substring(equals + 1));
        }
        return of(words);
    }

    private static Optional<PlainRun> of(Map<String, String> words) {
        Integer offset = offset(words.getOrDefault("offset", "60"));
        Width width = named(Width.scalars(), words.getOrDefault("width", "8"));
        WriteMode write = named(WriteMode.values(), words.getOrDefault("write", "ordered"));
        ReadMode read = named(ReadMode.values(), words.getOrDefault("read", "volatile"));
        Memory memory = named(Memory.values(), words.getOrDefault("memory", "unsafe"));
        Tier tier = named(Tier.values(), words.getOrDefault("tier", "c2"));
        // A mapped file has to be made first, this JVM may not have the memory, and a seqlock is of two sides.
        boolean plain = offset != null && width != null && write != null && read != null && memory != null
            && memory != Memory.MAPPED && memory.problem(Runtime.version().feature()) == null
            && write != WriteMode.SEQLOCK && read != ReadMode.SEQLOCK && tier != null;
        return plain ? Optional.of(new PlainRun(offset, width, write, read, memory, tier)) : Optional.empty();
    }

    /** Returns the trial, on this machine. */
    TrialRequest request(AccessRules rules, Linux kernel) {
        TrialSpec trial = new TrialSpec(memory, width, offset, write, read, 1, 1, Processes.ONE, tier, SEED);
        return new TrialRequest(trial, new Budget(NANOS, rules.defaultChanges(trial), Until.FIRST),
            ThreadCpus.automatic(kernel.allowedCpus(), kernel::coreOf, 1, 1), rules, Stressor.AUTO,
            SplitLockPolicy.permits(kernel, true), null, true);
    }

    private static Integer offset(String text) {
        boolean plain = !text.isEmpty() && text.length() <= MOST_DIGITS
            && text.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        return plain && Integer.parseInt(text) <= MOST_OFFSET ? Integer.valueOf(text) : null;
    }

    private static <T> T named(T[] values, String name) {
        return named(Arrays.asList(values), name);
    }

    private static <T> T named(List<T> values, String name) {
        return values.stream().filter(value -> value.toString().equals(name)).findFirst().orElse(null);
    }
}
