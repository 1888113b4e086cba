// SPDX-License-Identifier: Apache-2.0
package org.tearline.merge;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.tearline.plan.Alignment;
import org.tearline.plan.Architecture;
import org.tearline.promise.AccessClass;
import org.tearline.promise.Guarantees;
import org.tearline.promise.Promise;
import org.tearline.result.Counts;
import org.tearline.result.Side;
import org.tearline.result.WhoTore;

/**
 * Finds out which side of a write and read tore at some places, by what the other writes and reads of the same CPU
 * model did there. Pure functions.
 */
public final class Sides {
    private Sides() {
    }

    /** Returns who tore, or null where nothing did but the JVM. */
    public static WhoTore at(Set<Alignment> places, MergedPair pair, MergedCpu cpu) {
        if (pair.pair().pieces() || cells(places, pair).stream().noneMatch(MergedCell::tore)) {
            return null;
        }
        Architecture architecture = cpu.model().architecture();
        return new WhoTore(side(places, pair, cpu, pair.pair().writeClass(architecture), other -> other.write()
            == pair.pair().write() && other.readClass(architecture).readsAndWrites()),
            side(places, pair, cpu, pair.pair().readClass(architecture), other -> other.read() == pair.pair().read()
                && other.writeClass(architecture).readsAndWrites()));
    }

    private static Side side(Set<Alignment> places, MergedPair pair, MergedCpu cpu, AccessClass access,
                             Predicate<Pair> telling) {
        if (access.readsAndWrites()) {
            return Side.PROMISED;
        }
        Side counted = counted(places, pair, cpu, telling);
        return counted.tears() || cpu.model().emulated() || places.stream().anyMatch(place -> Guarantees.load()
            .side(cpu.traits(), pair.pair().width().bytes(), place, access).promise() != Promise.ATOMIC) ? counted
            : Side.PROMISED;
    }

    /**
     * Returns what the pairs that could tell counted: as one instruction each, in the same tier, by the same harness. A
     * vector is moved by instructions of its own, so no other width tells of it.
     */
    private static Side counted(Set<Alignment> places, MergedPair pair, MergedCpu cpu, Predicate<Pair> telling) {
        List<MergedCell> cells = cpu.pairs().stream().filter(other -> !other.pair().pieces()
            && other.pair().kind() == pair.pair().kind() && other.pair().tier() == pair.pair().tier()
            && other.pair().width().isVector() == pair.pair().width().isVector() && telling.test(other.pair()))
            .flatMap(other -> cells(places, other).stream())
            .filter(cell -> cell.seen().none() || cell.seen().torn()).toList();
        return cells.isEmpty() ? Side.NOT_ASKED : Side.counted(
            cells.stream().mapToLong(MergedCell::changes).reduce(0, Counts::sum),
            cells.stream().mapToLong(MergedCell::torn).reduce(0, Counts::sum),
            cells.stream().mapToLong(MergedCell::changes).min().orElse(0),
            cells.stream().allMatch(cell -> cell.seen() == Seen.NONE_STRONG), 0);
    }

    private static List<MergedCell> cells(Set<Alignment> places, MergedPair pair) {
        return places.stream().flatMap(place -> pair.at(place).stream()).toList();
    }
}
