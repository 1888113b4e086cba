// SPDX-License-Identifier: Apache-2.0
package org.tearline.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.tearline.loop.MappedFile;
import org.tearline.loop.Stressor;
import org.tearline.machine.Linux;
import org.tearline.machine.SplitLockPolicy;
import org.tearline.run.link.Message.TrialRequest;
import org.tearline.trial.AccessRules;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.ThreadCpus;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Budget;
import org.tearline.trial.TrialSpec.Budget.Until;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what to try and for how long; they become a {@link TrialRequest}. */
final class TrialOptions {
    /** As many as there are disjoint runs of at least four generations for. */
    private static final int MAX_THREADS = 32;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--offset", paramLabel = "BYTES", defaultValue = "60", description = {
        "Where the value begins, in bytes from a page-aligned base: 0 to two pages minus its width. With 64-byte lines,"
            + " a long at 57 to 63 crosses a line; with 4096-byte pages, one at 4089 to 4095 crosses a page. Default:"
            + " ${DEFAULT-VALUE}"})
    private String offset;

    @Option(names = "--width", paramLabel = "BYTES", defaultValue = "8",
        description = "How many bytes the value has: 2 (a short), 4 (an int), 8 (a long), or 16, 32, 64: a vector by"
            + " the JDK's incubating Vector API, with --memory bytebuffer, --write plain, --read plain and tier c2,"
            + " which are its defaults. Default: 8")
    private Width width;

    @Option(names = "--write", paramLabel = "MODE", description = {
        "How it is stored: plain, opaque, ordered (or release), volatile, cas, getandset, getandadd (one writer),"
            + " seqlock (one writer). Default: ordered"})
    private WriteMode write;

    @Option(names = "--read", paramLabel = "MODE", description = {
        "How it is read: plain, opaque, acquire, volatile; cas asks for torn candidates; exchange and getandadd are"
            + " locked reads; agree reads until two agree, masked does so where the value crosses 64 bytes, as"
            + " Chronicle-Core does; seqlock goes with --write seqlock. Default: volatile"})
    private ReadMode read;

    @Option(names = "--memory", paramLabel = "KIND", description = {
        "unsafe: a raw off-heap address; direct: Agrona's UnsafeBuffer over a direct ByteBuffer; bytebuffer: the JDK's"
            + " ByteBuffer and its VarHandle view; heap: a byte array, by Unsafe; mapped: a mapped file, by Unsafe;"
            + " segment: a MemorySegment, from JDK 22 on. Default: unsafe"})
    private Memory memory;

    @Option(names = "--file", paramLabel = "PATH", description = {
        "What mapped memory maps: a new file, which is removed at the end, or one of zeros that is large enough."
            + " Default: a new file in memory"})
    private Path file;

    @Option(names = "--writers", paramLabel = "N", defaultValue = "1",
        description = "Writer threads, 1 to 32. Default: ${DEFAULT-VALUE}")
    private String writers;

    @Option(names = "--readers", paramLabel = "N", defaultValue = "1",
        description = "Reader threads, 1 to 32. Default: ${DEFAULT-VALUE}")
    private String readers;

    @Option(names = "--processes", paramLabel = "N", defaultValue = "1", description = {
        "1: writers and readers are threads of one process; 2: the readers are in a process of their own, with mapped"
            + " memory. Default: 1"})
    private Processes processes;

    @Mixin
    private CpuOption cpus;

    @Option(names = "--tier", paramLabel = "TIER", defaultValue = "c2",
        description = "What executes the loops: c2, c1 or interpreter. Default: ${DEFAULT-VALUE}")
    private Tier tier;

    @Option(names = "--duration", paramLabel = "TIME", defaultValue = "10s", converter = Converters.Nanos.class,
        description = {
            "Upper limit of the counting time: 500ms, 10s, 2m, forever. Start, controls and the questions about each"
                + " side come on top. Default: ${DEFAULT-VALUE}"})
    private long nanos;

    @Option(names = "--changes", paramLabel = "N", description = {
        "Changes that \"none seen\" needs, 1 or more. Default: 10000000; where the value crosses a line, 1000000 if one"
            + " side is locked and 100000 if both are"})
    private String changes;

    @Option(names = "--until", paramLabel = "WHEN", defaultValue = "first",
        description = "first: stop at the first tear; budget: keep counting. Default: ${DEFAULT-VALUE}")
    private Until until;

    @Option(names = "--stressor", paramLabel = "NAME", defaultValue = Stressor.AUTO,
        converter = Converters.StressorName.class, description = {
            "What threads do before each access to make a tear likelier; auto measures and takes the best, each gives"
                + " all the same time. One of auto, each, none, spin, store-both,"
                + " store-second-evict-second-writer-evict-second, store-second-writer-evict-second,"
                + " store-first-writeback-second, evict-second-writer-writeback-both, stagger-writeback-both,"
                + " writeback-second, store-first-writer-writeback-second. Default: ${DEFAULT-VALUE}"})
    private String stressor;

    @Option(names = "--no-split-locks", defaultValue = "false", description =
        "Refuse trials that lock across a line: each such operation takes a microsecond or more and delays what"
            + " misses the first-level caches of other cores.")
    private boolean noSplitLocks;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "Decides which byte values are stored, in which order. Default: ${DEFAULT-VALUE}")
    private String seed;

    Tier tier() {
        return tier;
    }

    TrialRequest request(AccessRules rules, Linux kernel, MappedFile mapped) {
        TrialSpec trial = trial(rules);
        String discord = TrialDiscord.of(trial);
        if (discord != null) {
            throw bad(discord);
        }
        ThreadCpus threadCpus = cpus.choose(kernel, trial.writers(), trial.readers());
        String problem = Stressor.problem(stressor, tier);
        if (problem == null && !Stressor.fits(stressor, trial, rules.geometry())) {
            problem = "needs free bytes in the lines of the value; " + trial.width().described() + " at offset "
                + trial.offset() + " with its guards leaves none";
        }
        if (problem != null) {
            throw bad("--stressor " + stressor + " " + problem);
        }
        long wanted = changes != null ? number("--changes", changes, 1, Long.MAX_VALUE) : rules.defaultChanges(trial);
        return new TrialRequest(trial, new Budget(nanos, wanted, until), threadCpus, rules, stressor,
            SplitLockPolicy.permits(kernel, !noSplitLocks),
            mapped == null ? null : mapped.path().toAbsolutePath().toString(), true);
    }

    /** Null if the memory is no file. */
    MappedFile file(Geometry geometry) throws IOException {
        if (memory() != Memory.MAPPED) {
            if (file != null) {
                throw bad("--file " + file + " goes with --memory mapped, not with --memory " + memory());
            }
            return null;
        }
        return PathArgument.mapped(command, file, geometry);
    }

    private TrialSpec trial(AccessRules rules) {
        TrialSpec usual = TrialSpec.USUAL;
        return new TrialSpec(memory(), width,
            (int) number("--offset", offset, 0, rules.geometry().maxOffset(width)),
            given(write, width.isVector() ? WriteMode.PLAIN : usual.write()),
            given(read, width.isVector() ? ReadMode.PLAIN : usual.read()),
            (int) number("--writers", writers, 1, MAX_THREADS), (int) number("--readers", readers, 1, MAX_THREADS),
            processes, tier, number("--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE));
    }

    private Memory memory() {
        return given(memory, width.isVector() ? Memory.BYTEBUFFER : TrialSpec.USUAL.memory());
    }

    private static <T> T given(T value, T otherwise) {
        return value != null ? value : otherwise;
    }

    private long number(String option, String text, long from, long to) {
        try {
            return Converters.number(text, from, to);
        } catch (IllegalArgumentException e) {
            throw bad("Invalid value for option '" + option + "': " + e.getMessage());
        }
    }

    private ParameterException bad(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
