// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import static java.util.Objects.requireNonNullElse;
import static org.tearline.cli.Converters.number;
import static org.tearline.cli.Subcommand.reject;
import static org.tearline.cli.Subcommand.requireNone;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.tearline.loop.Stressor;
import org.tearline.machine.MappedFile;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.run.link.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Budget;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ReadMode;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Until;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of one trial. Checks their combination and converts them to a {@link TrialRequest}. */
final class TrialOptions {
    /** Each writer needs six of the 254 byte values: four whose order can be told, and two to plant. */
    private static final int MAX_THREADS = 32;

    @Option(names = "--offset", paramLabel = "BYTES", defaultValue = "60", description = {
        "Where the value starts, in bytes from the start of a page, and so of a cache line: 0 to two pages minus the"
            + " width. With 64-byte lines, a long at 57 to 63 crosses a line; with 4096-byte pages, a long at 4089 to"
            + " 4095 crosses a page. It is no index of a buffer, unless that starts at a page: see"
            + " docs/alignment.md. Default: ${DEFAULT-VALUE}"})
    private String offset;

    @Option(names = "--width", paramLabel = "BYTES", defaultValue = "8",
        description = "Size of the value in bytes: 2 (a short), 4 (an int), 8 (a long); or 16, 32, 64 for a vector of"
            + " the JDK's incubating Vector API, which implies --memory bytebuffer, --write plain, --read plain and"
            + " --tier c2. Default: ${DEFAULT-VALUE}")
    private Width width;

    @Option(names = "--write", paramLabel = "MODE", description = {
        "How to store the value: plain, opaque, ordered (or release), volatile, cas, getandset, getandadd (one writer),"
            + " seqlock (one writer). Default: ordered"})
    private WriteMode write;

    @Option(names = "--read", paramLabel = "MODE", description = {
        "How to load the value: plain, opaque, acquire, volatile; cas compares it with each possible torn value;"
            + " exchange and getandadd are locked reads; agree reads until two reads in a row agree; masked does so"
            + " only for a value across a multiple of 64, as Chronicle-Core does; seqlock requires --write seqlock."
            + " Default: volatile"})
    private ReadMode read;

    @Option(names = "--memory", paramLabel = "KIND", description = {
        "Where the value is. unsafe: a raw off-heap address; direct: Agrona's UnsafeBuffer over a direct ByteBuffer;"
            + " bytebuffer: the JDK's ByteBuffer and its VarHandle view; heap: a byte array, with Unsafe; heapbuffer:"
            + " a ByteBuffer on the heap; mapped: a mapped file, with Unsafe; segment: a MemorySegment, from JDK 22 on."
            + " Default: unsafe"})
    private Memory memory;

    @Mixin
    private FileOption file;

    @Option(names = "--writers", paramLabel = "N", defaultValue = "1",
        description = "Writer threads, 1 to " + MAX_THREADS + ". Default: ${DEFAULT-VALUE}")
    private String writers;

    @Option(names = "--readers", paramLabel = "N", defaultValue = "1",
        description = "Reader threads, 1 to " + MAX_THREADS + ". Default: ${DEFAULT-VALUE}")
    private String readers;

    @Option(names = "--processes", paramLabel = "N", defaultValue = "1", description = {
        "1: writers and readers are threads of one process; 2: the readers run in a second process, which requires"
            + " --memory mapped. Default: ${DEFAULT-VALUE}"})
    private Processes processes;

    @Mixin
    private CpuOption cpus;

    @Mixin
    private TierOption tier;

    @Option(names = "--duration", paramLabel = "TIME", description = {
        "Maximum counting time, such as 500ms, 10s or 2m, or forever. Startup, controls and the tests of which side"
            + " tore take extra time. Default: " + Budget.DEFAULT_SECONDS + "s; "
            + Budget.DEFAULT_SPLIT_LOCKED_SECONDS + "s by the clock if both sides are locked across a line"})
    private Duration duration;

    @Option(names = "--changes", paramLabel = "N", description = {
        "Number of changes (reads of a new value) after which a run without a tear ends, 1 or more. \"None seen\""
            + " requires " + Budget.LEAST_CHANGES + ", or " + Budget.LEAST_SPLIT_LOCKED_CHANGES + " if both sides are"
            + " locked across a line; with fewer than the default, it is weak. Default: " + Budget.DEFAULT_CHANGES
            + "; if the value crosses a line, " + Budget.DEFAULT_HALF_LOCKED_CHANGES + " if one side is locked and "
            + Budget.DEFAULT_SPLIT_LOCKED_CHANGES + " if both are"})
    private String changes;

    @Option(names = "--until", paramLabel = "WHEN", defaultValue = "first",
        description = "first: stop at the first tear; budget: count up to --changes. Default: ${DEFAULT-VALUE}")
    private Until until;

    @Option(names = "--stressor", paramLabel = "NAME", defaultValue = Stressor.AUTO,
        converter = Converters.StressorName.class, description = {
            "What threads do before each access to make a tear more likely. auto measures them and uses the best;"
                + " each gives them the same time. One of auto, each, none, spin, store-both,"
                + " store-second-evict-second-writer-evict-second, store-second-writer-evict-second,"
                + " store-first-writeback-second, evict-second-writer-writeback-both, stagger-writeback-both,"
                + " writeback-second, store-first-writer-writeback-second. Default: ${DEFAULT-VALUE}"})
    private String stressor;

    @Option(names = "--no-split-locks", description = "Refuse trials with split locks, which are locked operations"
        + " across a line. They are slow, and delay the cache misses of other cores.")
    private boolean noSplitLocks;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "Selects the byte values to store and their order. Default: ${DEFAULT-VALUE}")
    private String seed;

    TrialRequest request(AccessRules rules, MappedFile mapped) {
        TrialSpec trial = trial(rules);
        ThreadCpus threadCpus = cpus.choose(trial.writers(), trial.readers());
        // Of several stressors, those that cannot be used are skipped; one must fit.
        if (!Stressor.denotesSeveral(stressor)) {
            String named = "--stressor " + stressor + " ";
            Stressor one = Stressor.named(stressor);
            requireNone(one.problem(tier.chosen), named);
            reject(!one.fits(trial, rules.geometry()), named + "needs free bytes in the lines of the value; "
                + trial.width().described() + " at offset " + trial.offset() + " with its guards leaves none");
        }
        long most = rules.defaultChanges(trial);
        if (changes != null) {
            most = number("--changes", changes, 1, Long.MAX_VALUE);
        }
        boolean controls = true;
        Duration limit = requireNonNullElse(duration, rules.defaultDuration(trial));
        return new TrialRequest(trial, new Budget(limit.toNanos(), most, until), threadCpus, rules, stressor,
            SplitLockPolicy.permitted(!noSplitLocks), MappedFile.nameOf(mapped), controls, List.of());
    }

    /** Opens or creates the file to map; returns null if the memory needs none. */
    MappedFile openMapped(Geometry geometry) throws IOException {
        return file.open(List.of(memory()), geometry);
    }

    /** Returns the trial. Fails if its options do not fit together. */
    private TrialSpec trial(AccessRules rules) {
        TrialSpec trial = new TrialSpec(memory(), width,
            (int) number("--offset", offset, 0, rules.geometry().maxOffset(width)),
            requireNonNullElse(write, usual().write()),
            requireNonNullElse(read, usual().read()),
            (int) number("--writers", writers, 1, MAX_THREADS), (int) number("--readers", readers, 1, MAX_THREADS),
            processes, tier.chosen, number("--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE));
        requireAvailable(trial.memory());
        if (width.isVector()) {
            new VectorOptions(List.of(trial.memory()), List.of(trial.write()), List.of(trial.read()),
                List.of(processes), tier.chosen).require(width);
        }
        reject(!trial.read().fits(trial.write()), "--write seqlock requires --read seqlock and vice versa, not --write "
            + trial.write() + " with --read " + trial.read());
        boolean several = trial.writers() > 1;
        String one = "--write " + trial.write() + " allows one writer, not --writers " + trial.writers() + ": ";
        reject(several && trial.write() == WriteMode.SEQLOCK, one + "two would share a version");
        reject(several && trial.write() == WriteMode.GETANDADD,
            one + "with several, none would know how much to add to the value");
        reject(processes == Processes.TWO && !trial.memory().canBeShared(),
            "--processes 2 requires shared memory: --memory mapped, not --memory " + trial.memory());
        return trial;
    }

    private Memory memory() {
        return requireNonNullElse(memory, usual().memory());
    }

    private TrialSpec usual() {
        if (width.isVector()) {
            return TrialSpec.USUAL.in(Memory.BYTEBUFFER).with(WriteMode.PLAIN, ReadMode.PLAIN);
        }
        return TrialSpec.USUAL;
    }

    static void requireAvailable(Memory memory) {
        requireNone(memory.problem(Runtime.version().feature()), "--memory " + memory + " ");
    }
}
