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
 * Parses the simplest runs without picocli. This shortens a run from 1,144 ms to 1,045 on JDK 17, and from 1,309 to
 * 1,053 on JDK 25 (medians of 15 alternating runs on a Zen 4 with two shared CPUs). Leaves all other options, spellings
 * and errors to {@link TrialOptions}.
 */
final class RunWords {
    /** Maps the properties of the 2013 program to the options that replace them. */
    static final Map<String, String> NAMES_OF_2013 = Map.of("write.type", "write", "read.type", "read");

    private static final Set<String> OPTIONS = Set.of("--offset", "--width", "--write", "--read", "--memory");
    /** Valid for every page size and width. */
    private static final int MAX_OFFSET = 8184;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(10);

    private RunWords() {
    }

    /** Whether a property may be an option. The JVM's own properties contain a dot; options do not. */
    static boolean isOption(String key) {
        return key.indexOf('.') < 0 || NAMES_OF_2013.containsKey(key);
    }

    /** Returns empty if the options need the full parser. */
    static Optional<TrialSpec> trial(List<String> options, Properties properties) {
        Map<String, String> words = new HashMap<>();
        properties.stringPropertyNames().stream().filter(RunWords::isOption)
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
        // The parser handles the rest: mapped memory needs a file, this JDK may lack a kind of memory, and seqlock
        // requires both sides.
        boolean simple = OPTIONS.containsAll(words.keySet()) && offset.matches("[0-9]{1,4}")
            && Integer.parseInt(offset) <= MAX_OFFSET && width != null && write != null && read != null
            && memory != null && memory != Memory.MAPPED && memory.problem(Runtime.version().feature()) == null
            && write != WriteMode.SEQLOCK && read != ReadMode.SEQLOCK;
        return simple ? Optional.of(new TrialSpec(memory, width, Integer.parseInt(offset), write, read,
            usual.writers(), usual.readers(), usual.processes(), usual.tier(), usual.seed())) : Optional.empty();
    }

    /** Uses the defaults for all other options. */
    static TrialRequest request(TrialSpec trial, AccessRules rules, Linux kernel) {
        return new TrialRequest(trial, new Budget(NANOS, rules.defaultChanges(trial), Until.FIRST),
            ThreadCpus.automatic(kernel.allowedCpus(), kernel::coreOf, trial.writers(), trial.readers()), rules,
            Stressor.AUTO, SplitLockPolicy.permits(kernel, true), null, true);
    }

    private static <T> T named(String word, T usual, List<T> values) {
        return word == null ? usual : values.stream().filter(value -> value.toString().equals(word)).findFirst()
            .orElse(null);
    }
}
