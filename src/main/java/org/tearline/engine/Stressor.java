package org.tearline.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tearline.kernel.Stress;
import org.tearline.kernel.StressActions.Decoy;
import org.tearline.kernel.StressActions.SpinWait;
import org.tearline.kernel.StressActions.StoreFirst;
import org.tearline.kernel.StressActions.StoreSecond;
import org.tearline.kernel.StressActions.WritebackFirst;
import org.tearline.kernel.StressActions.WritebackSecond;
import org.tearline.kernel.StressActions.WritebackSecondAtTimes;

/** The named strategies for making a tear likelier: what readers and what writers do before each access. Immutable. */
public enum Stressor {
    /** Neither side does anything but its accesses. */
    NONE(List.of(), List.of()),
    /** The reader steals the second line, so a store finds its second half missing. */
    STORE_SECOND(List.of(new StoreSecond()), List.of()),
    /** The same, then gives the writer time: most of a Cascade Lake's changes tear. */
    STORE_SECOND_SPIN(List.of(new StoreSecond(), new SpinWait()), List.of()),
    /** The reader steals both lines. */
    STORE_BOTH(List.of(new StoreFirst(), new StoreSecond()), List.of()),
    /** The reader only waits between its reads. */
    SPIN(List.of(new SpinWait()), List.of()),
    /** The reader's first half hits and its second has to be fetched: tears reads of locked writes on Cascade Lake. */
    WRITEBACK_SECOND(List.of(new WritebackSecond()), List.of()),
    /** The same at a quarter of the cost. */
    WRITEBACK_SECOND_AT_TIMES(List.of(new WritebackSecondAtTimes()), List.of()),
    /** The reader owns the first line and has to fetch the second. */
    STORE_FIRST_WRITEBACK_SECOND(List.of(new StoreFirst(), new WritebackSecond()), List.of()),
    /** Both sides fight for a third line, and the first half has to be fetched: tears locked writes on Zen 4. */
    DECOY_WRITEBACK_FIRST(List.of(new Decoy(), new WritebackFirst()), List.of(new Decoy())),
    /** The same with both halves to be fetched. */
    DECOY_WRITEBACK_BOTH(List.of(new Decoy(), new WritebackSecond(), new WritebackFirst()), List.of(new Decoy()));

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

    /** Whether it needs the JVM's write-back of cache lines (JEP 352), which not every CPU has. */
    boolean writesBack() {
        return name().contains("WRITEBACK");
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
