// SPDX-License-Identifier: Apache-2.0
package org.tearline.run;

import java.lang.module.ModuleFinder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.tearline.file.Profile;
import org.tearline.run.link.CompileRequest;
import org.tearline.trial.Api;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.Memory;
import org.tearline.trial.OffsetList;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec.Processes;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;

/**
 * The trials of a sweep at one placement. A vector is always accessed through a ByteBuffer in one process: with plain
 * accesses on both sides and, if the plan contains locked accesses, also with one side accessing a locked long inside
 * the vector. Thread-safe.
 *
 * @param processes the numbers of processes; two are used only with memory that can be shared
 * @param guards    whether to include the guarded reads of libraries, for a long in raw memory
 * @param offsets   ascending, in bytes from a page-aligned base
 */
public record SweepPlan(List<Memory> memories, List<Width> widths, List<Processes> processes, List<WriteMode> writes,
                        List<ReadMode> reads, boolean guards, List<Integer> offsets, Tier tier) {
    private static final int SMALLEST_ACROSS = 16;
    private static final int LARGEST_ACROSS = 64;
    /** The boundaries for one-sided trials, up to the x86-64 line size; 0 stands for the middle of the vector. */
    private static final List<Integer> ACROSS = List.of(0, SMALLEST_ACROSS, 32, LARGEST_ACROSS);
    private static final int JAVA = Runtime.version().feature();
    public static final String VECTOR_API = "jdk.incubator.vector";
    /** A list may name something twice. */
    public SweepPlan {
        memories = distinct(memories);
        widths = distinct(widths);
        processes = distinct(processes);
        writes = distinct(writes);
        reads = distinct(reads);
    }

    private static <T> List<T> distinct(List<T> list) {
        return list.stream().distinct().toList();
    }

    /**
     * The default plan, without offsets. Only raw memory, because direct buffers use the same instructions: in twelve
     * sweeps of both kinds of memory, 10 of 10,224 cells differed, all of them on Zen 3, where tears come in bursts.
     */
    public static final SweepPlan USUAL = new SweepPlan(List.of(Memory.UNSAFE), List.of(Width.LONG),
        List.of(Processes.ONE), List.of(WriteMode.PLAIN, WriteMode.ORDERED, WriteMode.VOLATILE, WriteMode.CAS),
        List.of(ReadMode.VOLATILE, ReadMode.CAS, ReadMode.EXCHANGE), false, List.of(), Tier.C2);

    /** Every width and memory that this JVM supports, but few writes and reads, to keep the result file small. */
    public static final SweepPlan WIDE = new SweepPlan(memoriesHere(), widthsHere(),
        List.of(Processes.values()), List.of(WriteMode.PLAIN, WriteMode.ORDERED, WriteMode.CAS),
        List.of(ReadMode.VOLATILE, ReadMode.EXCHANGE), true, List.of(), Tier.C2);

    /** Returns the plan of a profile, without offsets. */
    public static SweepPlan of(Profile profile) {
        if (profile == Profile.WIDE) {
            return WIDE;
        }
        if (profile == Profile.QUICK) {
            // Only one of the two locked reads, because trials with two locked sides take most of the time where split
            // locks are slow.
            return new SweepPlan(USUAL.memories, USUAL.widths, USUAL.processes, USUAL.writes,
                List.of(ReadMode.VOLATILE, ReadMode.EXCHANGE), false, List.of(), Tier.C2);
        }
        return USUAL;
    }

    /** Leaves out heap buffers, whose plain accesses are those of a direct buffer; they would prolong the sweep. */
    private static List<Memory> memoriesHere() {
        return Stream.of(Memory.values())
            .filter(memory -> memory != Memory.HEAPBUFFER && memory.problem(JAVA) == null)
            .toList();
    }

    private static List<Width> widthsHere() {
        return Stream.of(Width.values())
            .filter(width -> !width.isVector() || width.problem(JAVA) == null && hasVectorApi())
            .toList();
    }

    /** Whether this JVM has the Vector API; a runtime made by jlink may lack it. */
    public static boolean hasVectorApi() {
        return ModuleFinder.ofSystem().find(VECTOR_API).isPresent();
    }

    /**
     * All trials; those that differ only in offset are adjacent. Vectors come last, because they need another worker.
     */
    public List<TrialSpec> trials() {
        List<TrialSpec> trials = new ArrayList<>();
        addScalars(trials);
        List<TrialSpec> vectors = vectors();
        trials.addAll(vectors);
        if (hasOneSided()) {
            addOneSided(trials, vectors);
        }
        return trials;
    }

    private void addScalars(List<TrialSpec> trials) {
        for (Memory memory : memories) {
            for (Processes inProcesses : processes) {
                for (Width width : widths) {
                    if (!width.isVector() && (inProcesses == Processes.ONE || memory.canBeShared())) {
                        addPairs(trials, like(memory, width, inProcesses));
                    }
                }
            }
        }
    }

    private List<TrialSpec> vectors() {
        return widths.stream()
            .filter(Width::isVector)
            .map(vector -> like(Memory.BYTEBUFFER, vector, Processes.ONE))
            .flatMap(like -> offsets.stream().map(like::at))
            .toList();
    }

    private TrialSpec like(Memory memory, Width width, Processes inProcesses) {
        // The same seed for all sweeps, so they store the same values.
        long seed = 1;
        return new TrialSpec(memory, width, 0, WriteMode.PLAIN, ReadMode.PLAIN, 1, 1, inProcesses, tier, seed);
    }

    /**
     * Adds trials in which one side accesses a vector and the other side a misaligned locked long inside the vector.
     */
    private static void addOneSided(List<TrialSpec> trials, List<TrialSpec> vectors) {
        for (int boundary : ACROSS) {
            Stream.concat(vectors.stream().map(TrialSpec::withLockedRead),
                    vectors.stream().map(TrialSpec::withLockedWrite))
                .map(pair -> pair.across(boundary))
                .filter(SweepPlan::containsBoundary)
                .forEach(trials::add);
        }
    }

    /**
     * Whether the vector starts in the first line and contains the boundary. For boundary 0, the middle of the vector
     * must not be a boundary itself.
     */
    private static boolean containsBoundary(TrialSpec trial) {
        boolean contained = trial.cut() > 0 && trial.cut() < trial.width().bytes();
        boolean onBoundary = (trial.offset() + trial.cut()) % SMALLEST_ACROSS == 0;
        return trial.offset() < LARGEST_ACROSS && contained && (trial.across() > 0 || !onBoundary);
    }

    /** Whether vectors are also tried with one side accessing a locked long inside the vector. */
    boolean hasOneSided() {
        return writes.contains(WriteMode.CAS) && reads.contains(ReadMode.EXCHANGE)
            && Architecture.of(System.getProperty("os.arch")).locksMisaligned();
    }

    /** A description that only plans with the same trials share. */
    String description() {
        List<Width> vectors = widths.stream().filter(Width::isVector).toList();
        String text = "";
        if (hasScalars()) {
            text += "memory " + memories + ", width " + widths.stream().filter(width -> !width.isVector()).toList()
                + ", processes " + processes + ", write " + writes + ", read " + reads;
            if (guards) {
                text += " and guards";
            }
            text += ", ";
        }
        if (!vectors.isEmpty()) {
            text += "vectors of " + vectors + " bytes through plain ByteBuffer accesses";
            if (hasOneSided()) {
                text += ", also beside locked longs";
            }
            text += ", ";
        }
        return text + "offsets " + OffsetList.ranges(offsets) + ", tier " + tier;
    }

    /** Returns requests for the loops that access longs in the plan's memories. */
    public List<CompileRequest> loopsOfLongs(Geometry geometry, String stressor) {
        return memories.stream()
            .map(memory -> new CompileRequest(memory, Width.LONG, tier, offset(memory, geometry), geometry, writes,
                reads, stressor))
            .toList();
    }

    /** The JDK's checked APIs allow only plain accesses at misaligned offsets, so accesses through them use 0. */
    private static int offset(Memory memory, Geometry geometry) {
        if (Api.checks(memory)) {
            return 0;
        }
        return geometry.lineCrossingOffset(Width.LONG);
    }

    /** Whether any width is that of a scalar. Memories and processes apply only to scalars. */
    public boolean hasScalars() {
        return !widths.stream().allMatch(Width::isVector);
    }

    private void addPairs(List<TrialSpec> trials, TrialSpec like) {
        addPairs(trials, like, writes, reads);
        if (guards && like.equals(like(Memory.UNSAFE, Width.LONG, Processes.ONE))) {
            // A store that may be seen half done, and an atomic one.
            addPairs(trials, like, List.of(WriteMode.ORDERED, WriteMode.CAS), List.of(ReadMode.AGREE, ReadMode.MASKED));
            addPairs(trials, like, List.of(WriteMode.SEQLOCK), List.of(ReadMode.SEQLOCK));
        }
    }

    private void addPairs(List<TrialSpec> trials, TrialSpec like, List<WriteMode> written, List<ReadMode> readBy) {
        for (WriteMode write : written) {
            for (ReadMode read : readBy) {
                if (read.fits(write)) {
                    offsets.forEach(offset -> trials.add(like.with(write, read).at(offset)));
                }
            }
        }
    }
}
