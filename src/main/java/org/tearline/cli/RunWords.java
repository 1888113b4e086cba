// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.tearline.loop.Stressor;
import org.tearline.machine.Linux;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Memory;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.trial.TrialSpec.Budget.Until;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/**
 * The plainest runs, read without picocli: 1,045 ms instead of 1,144 on JDK 17, 1,053 instead of 1,309 on 25 (medians
 * of 15 in turn, Zen 4 with two shared CPUs). Any other option, spelling or mistake is left to {@link TrialOptions}.
 */
final class RunWords {
    private static final Set<String> OPTIONS = Set.of("--offset", "--width", "--write", "--read", "--memory");
    /** Fits into two pages of any size. */
    private static final int MOST_OFFSET = 8184;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(10);

    private RunWords() {
    }

    /** Empty if the parser has to look at it. */
    static Optional<TrialSpec> trial(List<String> options, Properties properties) {
        Map<String, String> words = new HashMap<>();
        properties.stringPropertyNames().stream().filter(PropertyDefaults::mayBeMeant)
            .forEach(key -> words.put("--" + key, properties.getProperty(key)));
        for (Iterator<String> rest = options.iterator(); rest.hasNext();) {
            String[] parts = rest.next().split("=", 2);
            words.put(parts[0], parts.length == 2 ? parts[1] : rest.hasNext() ? rest.next() : "");
        }
        TrialSpec usual = TrialSpec.USUAL;
        String offset = words.getOrDefault("--offset", String.valueOf(usual.offset()));
        Width width = named(words.get("--width"), usual.width(), Width.scalars());
        WriteMode write = named(words.get("--write"), usual.write(), List.of(WriteMode.values()));
        ReadMode read = named(words.get("--read"), usual.read(), List.of(ReadMode.values()));
        Memory memory = named(words.get("--memory"), usual.memory(), Memory.TRIED);
        // A mapped file has to be made first, this JVM may not have the memory, and a seqlock is of two sides.
        boolean plain = OPTIONS.containsAll(words.keySet()) && offset.matches("[0-9]{1,4}")
            && Integer.parseInt(offset) <= MOST_OFFSET && width != null && write != null && read != null
            && memory != null && memory != Memory.MAPPED && memory.problem(Runtime.version().feature()) == null
            && write != WriteMode.SEQLOCK && read != ReadMode.SEQLOCK;
        return plain ? Optional.of(new TrialSpec(memory, width, Integer.parseInt(offset), write, read, usual.writers(),
            usual.readers(), usual.processes(), usual.tier(), usual.seed())) : Optional.empty();
    }

    /** The other options have their defaults. */
    static TrialRequest request(TrialSpec trial, AccessRules rules, Linux kernel) {
        return new TrialRequest(trial, new Budget(NANOS, rules.defaultChanges(trial), Until.FIRST),
            ThreadCpus.automatic(kernel.allowedCpus(), kernel::coreOf, trial.writers(), trial.readers()), rules,
            Stressor.AUTO, SplitLockPolicy.permits(kernel, true), null, true);
    }

    /** Null if the word is none of these. */
    private static <T> T named(String word, T usual, List<T> values) {
        return word == null ? usual : values.stream().filter(value -> value.toString().equals(word)).findFirst()
            .orElse(null);
    }
}
