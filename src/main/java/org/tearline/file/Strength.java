// SPDX-License-Identifier: Apache-2.0
package org.tearline.file;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tearline.trial.Crossing;
import org.tearline.verdict.CellReason;
import org.tearline.verdict.Counts;
import org.tearline.verdict.Verdict;

/** Names what a negative result is worth, alone or with its class, from the strongest to the weakest. */
public enum Strength {
    STRONG("as many changes as a strong negative result needs, under every condition"),
    WITH_ITS_CLASS("together with the other places of its class, none of which tore and which add up to enough changes;"
        + " the bound of each is its own"),
    FEW_CHANGES(CellReason.FEW_CHANGES),
    PLANTED_TOO_OFTEN(CellReason.PLANTED_TOO_OFTEN),
    TIER_INTERRUPTED(CellReason.TIER_INTERRUPTED),
    UNPINNED(CellReason.UNPINNED),
    NOTHING_TORE(CellReason.NOTHING_TORE),
    NOT_PROMISED(CellReason.NOT_PROMISED),
    EMULATION_UNKNOWN(CellReason.EMULATION_UNKNOWN);

    /** Asked for every silent cell of every file. */
    private static final Map<CellReason, Strength> BY_REASON = new EnumMap<>(CellReason.class);

    static {
        for (Strength strength : values()) {
            if (strength.reason != null) {
                BY_REASON.put(strength.reason, strength);
            }
        }
    }

    private final CellReason reason;
    private final String sentence;

    Strength(CellReason reason) {
        this.reason = reason;
        sentence = reason.sentence();
    }

    Strength(String sentence) {
        this.reason = null;
        this.sentence = sentence;
    }

    /** Returns the strength of a silent cell alone, by its note. */
    public static Strength of(CellReason reason) {
        if (reason == null) {
            return STRONG;
        }
        Strength strength = BY_REASON.get(reason);
        if (strength == null) {
            throw new IllegalArgumentException(reason + " is no reason of a weak negative result");
        }
        return strength;
    }

    /**
     * Holds what a negative result is worth, and what that rests on.
     *
     * @param changes those that the strength rests on: of the cell, or of all cells of its class
     * @param cells   of how many cells they are
     * @param fewest  the changes at the place that has the fewest of them, on which the bound of a class rests: its
     *                places are not alike, so no place has a share in what another excludes
     */
    public record Worth(Strength strength, long changes, int cells, long fewest) {
        /** Of one cell alone. */
        public Worth(Strength strength, long changes) {
            this(strength, changes, 1, changes);
        }

        /** Returns the stronger of two, of equals that of more changes; null is no negative result at all. */
        public static Worth better(Worth a, Worth b) {
            if (a == null || b == null) {
                return a == null ? b : a;
            }
            int order = a.strength.compareTo(b.strength);
            return order < 0 || order == 0 && a.changes >= b.changes ? a : b;
        }
    }

    /**
     * Returns the worth of each silent offset of one write and read. The classes are aligned, inside a line, across a
     * line and across a page; several cells of one offset, such as of two memories, count together.
     *
     * @param bothLocked whether both sides are locked, on a CPU where such an access across a line costs that of many
     */
    public static Map<Integer, Worth> each(List<Series.Cell> cells, boolean bothLocked) {
        Map<Integer, Worth> each = new TreeMap<>();
        cells.stream().collect(Collectors.groupingBy(cell -> cell.aligned() ? 0 : 1 + cell.crossing().ordinal()))
            .values().forEach(some -> {
                boolean together = Silences.strongTogether(some, bothLocked
                    && some.get(0).crossing() != Crossing.NONE);
                Worth all = new Worth(WITH_ITS_CLASS, some.stream().mapToLong(Series.Cell::changes)
                    .reduce(0, Counts::sum), some.size(), fewest(some));
                some.stream().filter(cell -> cell.state() == Verdict.NONE).forEach(cell -> {
                    Strength alone = of(cell.reason());
                    each.merge(cell.offset(), together && alone != STRONG ? all : new Worth(alone, cell.changes()),
                        Worth::better);
                });
            });
        return each;
    }

    /** Of the places of a class, several cells at one offset together. */
    private static long fewest(List<Series.Cell> cells) {
        return cells.stream().collect(Collectors.groupingBy(Series.Cell::offset, Collectors.reducing(0L,
            Series.Cell::changes, Counts::sum))).values().stream().min(Long::compare).orElse(0L);
    }

    /** Returns the stronger of two; null is no negative result at all. */
    public static Strength better(Strength a, Strength b) {
        return a == null || b != null && b.compareTo(a) < 0 ? b : a;
    }

    /** Whether the negative result is strong. */
    public boolean strong() {
        return this == STRONG || this == WITH_ITS_CLASS;
    }

    /** Returns the note that says so; null where none does. */
    public CellReason weakness() {
        return reason;
    }

    /** strong or weak. */
    public String word() {
        return strong() ? "strong" : "weak";
    }

    /** Returns the reason as the data have it; empty where the negative result is strong by itself. */
    public String reason() {
        return this == STRONG ? "" : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the reason in words. */
    public String sentence() {
        return sentence;
    }
}
