// SPDX-License-Identifier: Apache-2.0
package org.tearline.loop;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.tearline.loop.StressAction.EvictSecond;
import org.tearline.loop.StressAction.SpinWait;
import org.tearline.loop.StressAction.Stagger;
import org.tearline.loop.StressAction.StoreFirst;
import org.tearline.loop.StressAction.StoreSecond;
import org.tearline.loop.StressAction.Writeback;
import org.tearline.loop.StressAction.WritebackFirst;
import org.tearline.loop.StressAction.WritebackSecond;
import org.tearline.trial.Geometry;
import org.tearline.trial.LowerCase;
import org.tearline.trial.Tier;
import org.tearline.trial.TrialSpec;

/**
 * The strategies for making tears more likely: what readers and writers do before each access. Percentages are shares
 * of changes that tore. At offset 60 a long crosses a line, and at 4092 a page.
 */
public enum Stressor {
    /** Both sides only access the value, which gives the most changes on most CPUs. */
    NONE(List.of(), List.of()),
    /**
     * The reader pauses between reads, so most reads see a change. Zen 4: 1.4 to 3.7 million tears per second for
     * ordered and volatile writes at 60, half of all changes.
     */
    SPIN(List.of(new SpinWait()), List.of()),
    /**
     * The reader owns both lines. Tears per second at 60: 0.5 to 2 million on Cascade Lake, 2.9 to 7 million on Zen 4.
     */
    STORE_BOTH(List.of(new StoreFirst(), new StoreSecond()), List.of()),
    /**
     * The reader takes ownership of the second line, and both sides evict it. Zen 5: 5 to 7 % of a CAS writer's changes
     * across a line or a page, and 0.1 to 0.9 % in tier c1, where all other stressors cause almost no tears. For a
     * locked reader, 14 to 30 % of a plain or ordered writer's changes in both tiers.
     */
    STORE_SECOND_EVICT_SECOND_WRITER_EVICT_SECOND(List.of(new StoreSecond(), new EvictSecond()),
        List.of(new EvictSecond())),
    /**
     * The reader takes ownership of the second line, and the writer evicts it, so the first half of a store is visible
     * long before the second. Zen 5, for a locked reader: 30 to 38 % of a plain or ordered writer's changes across a
     * line or a page in tier c2, and 4 to 10 % in c1.
     */
    STORE_SECOND_WRITER_EVICT_SECOND(List.of(new StoreSecond()), List.of(new EvictSecond())),
    /**
     * The reader owns the first line and has to fetch the second. Zen 4: 50 to 92 % of a plain writer's changes at 60.
     * Emerald Rapids: a third of a CAS writer's changes at 60, and a quarter at 4092, more than with any other
     * stressor.
     */
    STORE_FIRST_WRITEBACK_SECOND(List.of(new StoreFirst(), new WritebackSecond()), List.of()),
    /**
     * The reader evicts the second line, and the writer writes both lines back. Zen 5: 3 to 11 % of a CAS writer's
     * changes across a line or a page.
     */
    EVICT_SECOND_WRITER_WRITEBACK_BOTH(List.of(new EvictSecond()),
        List.of(new WritebackSecond(), new WritebackFirst())),
    /**
     * The reader has to fetch both lines, at varying phases. Zen 4: 39 % of a CAS writer's changes at 60, more than
     * with any other stressor.
     */
    STAGGER_WRITEBACK_BOTH(List.of(new Stagger(), new WritebackSecond(), new WritebackFirst()), List.of()),
    /**
     * The reader hits the first line and has to fetch the second. Cascade Lake: 47 to 49 % of a CAS writer's changes at
     * 60, a hundred times the rate without a stressor (1 in 200); Zen 4: 12 %.
     */
    WRITEBACK_SECOND(List.of(new WritebackSecond()), List.of()),
    /**
     * The reader owns the first line, and the writer writes the second line back, so the first half of a store is
     * visible long before the second. Zen 4, for a locked reader: 8 to 15 % of an ordered writer's changes at 60, which
     * is 61,000 to 86,000 tears per second, compared with 24 without a stressor.
     */
    STORE_FIRST_WRITER_WRITEBACK_SECOND(List.of(new StoreFirst()), List.of(new WritebackSecond()));

    /** Chooses stressors by the number of tears that they cause. */
    public static final String AUTO = "auto";

    /** All stressors in turn, each for the same time. */
    public static final String EACH = "each";

    /** The stressors of {@link #mix} in turn, each for the same time. */
    public static final String MIX = "mix";

    private final List<StressAction> reader;
    private final List<StressAction> writer;

    Stressor(List<StressAction> reader, List<StressAction> writer) {
        this.reader = reader;
        this.writer = writer;
    }

    public List<StressAction> reader() {
        return reader;
    }

    public List<StressAction> writer() {
        return writer;
    }

    /**
     * Why this stressor cannot be used in this tier, or null. Write-back (JEP 352) needs C2, because JDK 25 generates
     * its stub only for C2, and without the stub {@code writebackMemory} jumps to address 0. In the interpreter, an
     * eviction takes 20 us, and none of half a million changes by a CAS writer tore.
     */
    public String problem(Tier tier) {
        if (uses(Writeback.class) && !(UnsafeApi.isWritebackEnabled() && tier == Tier.C2)) {
            return "needs write-back of cache lines, which this CPU and JVM support only in tier c2, if at all";
        }
        if (uses(EvictSecond.class) && tier == Tier.INTERPRETER) {
            return "needs many reads in a short time, for which the interpreter is too slow";
        }
        return null;
    }

    /** Whether this is {@link #AUTO}, {@link #EACH} or {@link #MIX}, not the name of one stressor. */
    public static boolean denotesSeveral(String name) {
        return Set.of(AUTO, EACH, MIX).contains(name);
    }

    /**
     * A few stressors that together tear every pair that tears at all on the measured CPUs, within a line or across
     * lines. Counts for different boundaries can be compared only if the stressors are the same: on Zen 4, a writer
     * that acts on the second line before its store hides nearly all tears at 28, but causes most of them at 60.
     */
    public static List<Stressor> mix() {
        return List.of(NONE, WRITEBACK_SECOND, STAGGER_WRITEBACK_BOTH, STORE_SECOND_EVICT_SECOND_WRITER_EVICT_SECOND,
            STORE_FIRST_WRITER_WRITEBACK_SECOND);
    }

    /** Whether the lines of the value have room for this stressor. */
    public boolean fits(TrialSpec trial, Geometry geometry) {
        // The actions may store to free bytes in these lines, or rely on the content of those bytes.
        boolean usesFreeBytes = uses(StoreFirst.class) || uses(StoreSecond.class) || uses(EvictSecond.class);
        return !usesFreeBytes || Target.hasRoom(trial.offset(), trial.width(), geometry);
    }

    /** This stressor, which crashed a worker, and all that share with it a kind of action that no survivor uses. */
    public List<Stressor> sharingSuspects(Collection<Stressor> survivors) {
        Set<Class<?>> suspects = kinds().collect(Collectors.toSet());
        survivors.stream().flatMap(Stressor::kinds).forEach(suspects::remove);
        return Stream.of(values())
            .filter(other -> other == this || other.kinds().anyMatch(suspects::contains))
            .toList();
    }

    private boolean uses(Class<? extends StressAction> kind) {
        return kinds().anyMatch(kind::equals);
    }

    private Stream<Class<?>> kinds() {
        return Stream.concat(reader.stream(), writer.stream()).map(StressAction::kind);
    }

    public static Stressor named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    public static List<String> names() {
        return Stream.of(values()).map(Stressor::toString).toList();
    }

    @Override
    public String toString() {
        return LowerCase.of(this);
    }
}
