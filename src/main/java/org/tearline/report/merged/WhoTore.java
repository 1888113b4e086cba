// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.merged;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.tearline.plan.Architecture;
import org.tearline.plan.Placement;
import org.tearline.result.Attribution;
import org.tearline.result.Control;
import org.tearline.result.Counts;

/**
 * Which side of a write and read tore at some places, by what the other writes and reads of the same CPU model did
 * there. Immutable.
 *
 * @param who         the side
 * @param lockedRead  what locked reads saw of the same write; null if none was tried
 * @param lockedWrite what the same read saw of locked writes; null if none was tried
 */
public record WhoTore(Attribution who, Control lockedRead, Control lockedWrite) {

    /** Who tore, or null where nothing did. */
    public static WhoTore at(Set<Placement> places, MergedPair pair, MergedCpu cpu) {
        if (places.stream().flatMap(place -> pair.at(place).stream()).noneMatch(MergedCell::tore)) {
            return null;
        }
        Architecture architecture = cpu.model().architecture();
        boolean writeLocked = pair.pair().writeClass(architecture).readsAndWrites();
        boolean readLocked = pair.pair().readClass(architecture).readsAndWrites();
        if (pair.pair().pieces() || writeLocked && readLocked) {
            return new WhoTore(Attribution.UNKNOWN, null, null);
        }
        Control lockedRead = sum(places, pair, cpu, other -> other.write() == pair.pair().write()
            && other.readClass(architecture).readsAndWrites());
        Control lockedWrite = sum(places, pair, cpu, other -> other.read() == pair.pair().read()
            && other.writeClass(architecture).readsAndWrites());
        return new WhoTore(who(writeLocked, readLocked, lockedRead, lockedWrite), writeLocked ? null : lockedRead,
            readLocked ? null : lockedWrite);
    }

    private static Attribution who(boolean writeLocked, boolean readLocked, Control lockedRead, Control lockedWrite) {
        if (writeLocked || readLocked) {
            return writeLocked ? Attribution.READ : Attribution.WRITE;
        }
        if (lockedRead == null && lockedWrite == null) {
            return Attribution.NOT_ASKED;
        }
        boolean writeTears = lockedRead != null && lockedRead.torn() > 0;
        boolean readTears = lockedWrite != null && lockedWrite.torn() > 0;
        return writeTears ? readTears ? Attribution.BOTH : Attribution.WRITE
            : readTears ? Attribution.READ : Attribution.UNKNOWN;
    }

    /**
     * What the pairs that could tell counted: as one instruction each, in the same tier, by the same harness. A vector
     * is moved by instructions of its own, so no other width tells of it.
     */
    private static Control sum(Set<Placement> places, MergedPair pair, MergedCpu cpu, Predicate<Pair> telling) {
        List<MergedCell> cells = cpu.pairs().stream().filter(other -> !other.pair().pieces()
            && other.pair().kind() == pair.pair().kind() && other.pair().tier() == pair.pair().tier()
            && other.pair().width().isVector() == pair.pair().width().isVector() && telling.test(other.pair()))
            .flatMap(other -> places.stream().flatMap(place -> other.at(place).stream()))
            .filter(cell -> cell.seen().none() || cell.tore()).toList();
        return cells.isEmpty() ? null : new Control(
            cells.stream().mapToLong(MergedCell::changes).reduce(0, Counts::sum),
            cells.stream().mapToLong(MergedCell::torn).reduce(0, Counts::sum));
    }

    /** The side in words. */
    public String words() {
        return who.words();
    }

    /** The evidence: what was asked of each side, with counts; empty if neither side could be asked. */
    public String counts() {
        String read = lockedRead == null ? "" : "locked reads saw this write torn in " + counts(lockedRead);
        String write = lockedWrite == null ? "" : "this read saw locked writes torn in " + counts(lockedWrite);
        return read + (read.isEmpty() || write.isEmpty() ? "" : "; ") + write;
    }

    private static String counts(Control control) {
        return String.format(Locale.ROOT, "%,d of %,d changes", control.torn(), control.changes());
    }
}
