package org.tearline.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.agrona.UnsafeApi;
import org.tearline.kernel.Stress;
import org.tearline.kernel.StressActions.Decoy;
import org.tearline.kernel.StressActions.Linger;
import org.tearline.kernel.StressActions.Side;
import org.tearline.kernel.StressActions.SpinWait;
import org.tearline.kernel.StressActions.StoreFirst;
import org.tearline.kernel.StressActions.StoreSecond;
import org.tearline.kernel.StressActions.WritebackFirst;
import org.tearline.kernel.StressActions.WritebackSecond;
import org.tearline.kernel.StressActions.WritebackSecondAtTimes;
import org.tearline.plan.Tier;

/** The named strategies for making a tear likelier: what readers and what writers do before each access. Immutable. */
public enum Stressor {
    /** Neither side does anything but its accesses. */
    NONE(List.of(), List.of()),
    /**
     * The reader waits between its reads, so the writer gets ahead and most reads see a change. Zen 4: 12 to 13 M tears
     * a second of ordered writes at 60, nearly all changes; the best inside a line, across 32 bytes, too.
     */
    SPIN(List.of(new SpinWait()), List.of()),
    /**
     * The reader steals the second line, so a store finds its second half missing, and gives the writer time. Cascade
     * Lake: 2.2 to 3.2 M tears a second at 60, 27 % of changes, the best there; Zen 4: 6 %.
     */
    STORE_SECOND_SPIN(List.of(new StoreSecond(), new SpinWait()), List.of()),
    /**
     * The reader's first half hits and its second has to be fetched. Cascade Lake: 47 % of the changes of a CAS writer
     * at 60, a thousand times the bare rate; Zen 4: up to 0.04 % of those, 80 % of an ordered writer's.
     */
    WRITEBACK_SECOND(List.of(new WritebackSecond()), List.of()),
    /**
     * The writer's store buffer is full before it locks, and the reader's first half has to be fetched. Zen 4: 10 to
     * 13 % of the changes of a CAS writer at 60, where the bare reader sees none in 10^6.
     */
    LINGER_WRITEBACK_FIRST(List.of(new Linger(Side.READER), new WritebackFirst()), List.of(new Linger(Side.WRITER))),
    /** Both sides fight for a third line, and both halves have to be fetched. Zen 4: 1 % of a CAS writer's at 4092. */
    DECOY_WRITEBACK_BOTH(List.of(new Decoy(), new WritebackSecond(), new WritebackFirst()), List.of(new Decoy())),
    /** The reader steals both lines and drops the first. Zen 4: up to 8 % of a CAS writer's changes at 60. */
    DECOY_STORE_BOTH_WRITEBACK_FIRST(List.of(new StoreFirst(), new StoreSecond(), new WritebackFirst()),
        List.of(new Decoy())),
    /** The reader owns the first line and has to fetch the second. Zen 4: 97 % of an ordered writer's at 60. */
    STORE_FIRST_WRITEBACK_SECOND(List.of(new StoreFirst(), new WritebackSecond()), List.of()),
    /** Both sides fight for a third line, and the first half has to be fetched. Zen 4: 73 % of ordered at 4092. */
    DECOY_WRITEBACK_FIRST(List.of(new Decoy(), new WritebackFirst()), List.of(new Decoy())),
    /** The reader steals the second line. Cascade Lake: 0.3 to 2.8 M tears a second at 60. */
    STORE_SECOND(List.of(new StoreSecond()), List.of()),
    /** The reader steals both lines. Cascade Lake: 0.5 to 2.0 M tears a second at 60. */
    STORE_BOTH(List.of(new StoreFirst(), new StoreSecond()), List.of()),
    /** The write-back of the second line at a quarter of the cost. Cascade Lake: as good as every time. */
    WRITEBACK_SECOND_AT_TIMES(List.of(new WritebackSecondAtTimes()), List.of()),
    /** A third CPU keeps the second line busy, where one is free. Not measured yet: the machines at hand have two. */
    LINE_THIEF(List.of(), List.of());

    /** The name that stands for choosing among all of them by what they bring. */
    public static final String AUTO = "auto";

    /** The name that stands for all of them in turn, each for the same time, to compare them. */
    public static final String EACH = "each";

    private final List<Stress> reader;
    private final List<Stress> writer;

    Stressor(List<Stress> reader, List<Stress> writer) {
        this.reader = reader;
        this.writer = writer;
    }

    /** What a reader does before each read. */
    List<Stress> reader() {
        return reader;
    }

    /** What a writer does before each write. */
    List<Stress> writer() {
        return writer;
    }

    /** Whether it needs a thread of its own on a third CPU. */
    boolean steals() {
        return this == LINE_THIEF;
    }

    /**
     * Why it cannot be used here, or null. Write-back (JEP 352) is left to C2: JDK 25 makes its stub for the C2
     * compiler only, and without one {@code writebackMemory} jumps to address 0.
     */
    String problem(Seats seats, Tier tier) {
        if (steals() && seats.thief() == null) {
            return "needs a third CPU that this process may use";
        }
        if (name().contains("WRITEBACK") && !(UnsafeApi.isWritebackEnabled() && tier == Tier.C2)) {
            return "needs write-back of cache lines, which this CPU and JVM offer in tier c2 at best";
        }
        return null;
    }

    /** Why the stressor of this name, as the user types it, cannot be used here, or null. */
    public static String problem(String name, Seats seats, Tier tier) {
        return name.equals(AUTO) || name.equals(EACH) ? null : named(name).problem(seats, tier);
    }

    /** The stressor of this name, as the user types it. */
    static Stressor named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** All names, as the user types them. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Stressor::toString).toList();
    }

    /** The name as the user types it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
