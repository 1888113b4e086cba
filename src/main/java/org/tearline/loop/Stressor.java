// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.tearline.loop.Kernel.Target;
import org.tearline.loop.Stress.EvictSecond;
import org.tearline.loop.Stress.SpinWait;
import org.tearline.loop.Stress.Stagger;
import org.tearline.loop.Stress.StoreFirst;
import org.tearline.loop.Stress.StoreSecond;
import org.tearline.loop.Stress.Writeback;
import org.tearline.loop.Stress.WritebackFirst;
import org.tearline.loop.Stress.WritebackSecond;
import org.tearline.trial.Geometry;
import org.tearline.trial.TrialSpec;
import org.tearline.trial.TrialSpec.Tier;

/** The strategies for making a tear likelier: what readers and what writers do before each access. */
public enum Stressor {
    /** Neither side does anything but its accesses: on most CPUs the most changes. */
    NONE(List.of(), List.of()),
    /**
     * The reader waits between its reads, so the writer gets ahead and most reads see a change. Zen 4: 1.4 to 3.7 M
     * tears a second of ordered and volatile writes at 60, half of all changes.
     */
    SPIN(List.of(new SpinWait()), List.of()),
    /** The reader steals both lines. Cascade Lake: 0.5 to 2 M tears a second at 60; Zen 4: 2.9 to 7 M. */
    STORE_BOTH(List.of(new StoreFirst(), new StoreSecond()), List.of()),
    /**
     * The reader steals the second line, and both sides push it out of their caches. Zen 5: 5 to 7 % of a CAS writer's
     * changes across a line or a page, 0.1 to 0.9 % in tier c1, where all the others tear next to nothing; of a plain
     * or ordered writer's 14 to 30 % are torn for a locked reader, in both tiers.
     */
    STORE_SECOND_EVICT_SECOND_WRITER_EVICT_SECOND(List.of(new StoreSecond(), new EvictSecond()),
        List.of(new EvictSecond())),
    /**
     * The writer pushes the line out that the reader has stolen, so its store has its first half in memory long before
     * the second. Zen 5: 30 to 38 % of a plain or ordered writer's changes are torn for a locked reader in tier c2, 4
     * to 10 % in c1, across a line or a page.
     */
    STORE_SECOND_WRITER_EVICT_SECOND(List.of(new StoreSecond()), List.of(new EvictSecond())),
    /**
     * The reader owns the first line and has to fetch the second. Zen 4: 50 to 92 % of plain stores' changes at 60.
     * Emerald Rapids: a third of a CAS writer's at 60, a quarter at 4092, the best there.
     */
    STORE_FIRST_WRITEBACK_SECOND(List.of(new StoreFirst(), new WritebackSecond()), List.of()),
    /**
     * The reader pushes the second line out, and the writer writes both back. Zen 5: 3 to 11 % of a CAS writer's
     * changes across a line or a page, the best there.
     */
    EVICT_SECOND_WRITER_WRITEBACK_BOTH(List.of(new EvictSecond()),
        List.of(new WritebackSecond(), new WritebackFirst())),
    /** Both halves have to be fetched, in every phase. Zen 4: 39 % of a CAS writer's changes at 60, the best there. */
    STAGGER_WRITEBACK_BOTH(List.of(new Stagger(), new WritebackSecond(), new WritebackFirst()), List.of()),
    /**
     * The reader's first half hits and its second has to be fetched. Cascade Lake: 47 % of the changes of a CAS writer
     * at 60, a thousand times the bare rate; Zen 4: 12 %.
     */
    WRITEBACK_SECOND(List.of(new WritebackSecond()), List.of()),
    /**
     * The writer itself drops the second line, so its store has its first half in memory long before the second. Zen 4:
     * 8 to 15 % of an ordered writer's changes at 60 are torn for a locked reader, 61,000 to 86,000 a second, where the
     * bare loops see 24.
     */
    STORE_FIRST_WRITER_WRITEBACK_SECOND(List.of(new StoreFirst()), List.of(new WritebackSecond()));

    /** Chooses among all of them by their yield. */
    public static final String AUTO = "auto";

    /** All of them in turn, each for the same time. */
    public static final String EACH = "each";

    /** Those of {@link #mix}, each for the same time. */
    public static final String MIX = "mix";

    private static final Set<String> LATER = Set.of(AUTO, EACH, MIX);

    private final List<Stress> reader;
    private final List<Stress> writer;

    Stressor(List<Stress> reader, List<Stress> writer) {
        this.reader = reader;
        this.writer = writer;
    }

    public List<Stress> reader() {
        return reader;
    }

    public List<Stress> writer() {
        return writer;
    }

    /** Whether it stores to free bytes in the lines of the value, or relies on what they hold. */
    private boolean needsRoom() {
        return uses(StoreFirst.class) || uses(StoreSecond.class) || uses(EvictSecond.class);
    }

    /**
     * Why it cannot be used here, or null. Write-back (JEP 352) is left to C2: JDK 25 makes its stub for the C2
     * compiler only, and without one {@code writebackMemory} jumps to address 0. Evictions take 20 us in the
     * interpreter, and none of half a million changes of a CAS writer was torn with them.
     */
    public String problem(Tier tier) {
        if (uses(Writeback.class) && !(UnsafeApi.isWritebackEnabled() && tier == Tier.C2)) {
            return "needs write-back of cache lines, which this CPU and JVM offer in tier c2 at best";
        }
        if (uses(EvictSecond.class) && tier == Tier.INTERPRETER) {
            return "needs many reads in a short time, which the interpreter cannot make";
        }
        return null;
    }

    public static String problem(String name, Tier tier) {
        return chosenLater(name) ? null : named(name).problem(tier);
    }

    /**
     * The stressors that tore most on at least one measured CPU (Zen 5, Emerald Rapids, Cascade Lake, Zen 4) when only
     * one side locks; most of the others tear next to nothing there.
     */
    public static List<Stressor> likeliest(boolean writeLocks, boolean readLocks) {
        if (writeLocks == readLocks) {
            return List.of();
        }
        return writeLocks ? List.of(EVICT_SECOND_WRITER_WRITEBACK_BOTH, STORE_FIRST_WRITEBACK_SECOND, WRITEBACK_SECOND,
                STAGGER_WRITEBACK_BOTH, STORE_SECOND_EVICT_SECOND_WRITER_EVICT_SECOND)
            : List.of(STORE_SECOND_WRITER_EVICT_SECOND, STORE_FIRST_WRITER_WRITEBACK_SECOND);
    }

    /** All of them, in the order in which they are tried. */
    public static List<Stressor> likeliestFirst(boolean writeLocks, boolean readLocks) {
        return Stream.concat(likeliest(writeLocks, readLocks).stream(), Arrays.stream(values())).distinct().toList();
    }

    /** Whether the name stands for several stressors. */
    public static boolean chosenLater(String name) {
        return LATER.contains(name);
    }

    /**
     * A few that tear every pair that can be torn on the CPUs measured so far, inside a line and across one. Counts of
     * different boundaries can be compared only under the same ones: on Zen 4 a writer that acts on the second line
     * before its store hides nearly all tears at 28, and shows most at 60.
     */
    public static List<Stressor> mix() {
        return List.of(NONE, WRITEBACK_SECOND, STAGGER_WRITEBACK_BOTH, STORE_SECOND_EVICT_SECOND_WRITER_EVICT_SECOND,
            STORE_FIRST_WRITER_WRITEBACK_SECOND);
    }

    public static boolean fits(String name, TrialSpec trial, Geometry geometry) {
        return chosenLater(name) || named(name).fits(trial, geometry);
    }

    /** Whether the lines of the value leave room for it. */
    public boolean fits(TrialSpec trial, Geometry geometry) {
        return !needsRoom() || Target.hasRoom(trial.offset(), trial.width(), geometry);
    }

    /** Those whose loops a trial with this choice may run; the bare loops come last. */
    public static List<String> inLoops(String choice, Tier tier) {
        return !chosenLater(choice) ? List.of(choice)
            : Stream.concat(Arrays.stream(values()).filter(one -> one != NONE), Stream.of(NONE))
                .filter(one -> one.problem(tier) == null).map(Stressor::toString).toList();
    }

    /** Those that may kill a worker as this one did: they share a kind of action with it that no survivor has used. */
    public List<Stressor> likeThis(Collection<Stressor> survivors) {
        Set<Class<?>> suspects = kinds().collect(Collectors.toSet());
        survivors.stream().flatMap(Stressor::kinds).forEach(suspects::remove);
        return Arrays.stream(values()).filter(other -> other == this || other.kinds().anyMatch(suspects::contains))
            .toList();
    }

    private boolean uses(Class<? extends Stress> kind) {
        return kinds().anyMatch(kind::equals);
    }

    private Stream<Class<?>> kinds() {
        return Stream.concat(reader.stream(), writer.stream()).map(Stress::kind);
    }

    public static Stressor named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(Stressor::toString).toList();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
