// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.access.Access.Operation.UPDATE;
import static org.tearline.agent.access.Access.Operation.WRITE;
import static org.tearline.agent.value.Evidence.ORDERED;

import java.util.ArrayList;
import java.util.List;
import org.tearline.agent.access.Access.Operation;

/**
 * The latest accesses to a value, by kind. A value extends this, and this extends its threads and its lock: what an
 * access changes is mostly on one line of memory then, which threads take from each other only once.
 */
class History extends Touchers {
    /** Bytes of an access by one instruction, as bits: all of them. Copies, fills and the like may touch fewer. */
    static final int WHOLE = 0xff;
    /** Is added for a copy, fill or the like. */
    static final int COPY = 0x100;
    static final int BULK = COPY | WHOLE;
    /** Is added for a read that may not count: its thread may have thrown it away because of a word unknown here. */
    static final int UNSURE = COPY << 1;
    /** Is added for an access by one instruction that is misaligned, so that it may be torn itself. */
    static final int MISALIGNED = UNSURE << 1;

    /**
     * Kinds of accesses, as bits: copies to each of eight bytes, copies from each, and those by one instruction, first
     * the misaligned ones of each operation, then the aligned ones.
     */
    private static final int COPIES = 0xffff;
    private static final int FROM = 8;
    private static final int READS = 3 << 16;
    private static final int WRITES = READS << 2 * WRITE.ordinal();
    private static final int UPDATES = READS << 2 * UPDATE.ordinal();
    /** All but the aligned ones by one instruction. */
    private static final int IN_PARTS = COPIES | 0b010101 << 16;
    /** The kinds of reads that may not count are above all others, and so many bits above those of reads that do. */
    private static final int FIRST_UNSURE = 22;
    private static final int ABOVE = FIRST_UNSURE - FROM;

    /** By kind. */
    private final Latest[] latest = new Latest[Integer.SIZE];
    /** A bit for each kind that was seen and is not forgotten. For other kinds, {@link #latest} is out of date. */
    private int kinds;
    final List<Tentative> tentative = new ArrayList<>(0);

    /**
     * Returns how the earlier accesses that conflict with this one are ordered before it. Two updates do not conflict:
     * both are locked.
     *
     * @param bytes {@link #WHOLE} if the access is one instruction. If it is, and aligned, it conflicts only with those
     *              that are not
     */
    Evidence order(Reader reader, Operation operation, int bytes) {
        int touched = bytes & WHOLE;
        int conflicting = touched | WRITES;
        if (operation != READ) {
            conflicting |= touched << FROM | READS;
        }
        if (operation != UPDATE) {
            conflicting |= UPDATES;
        }
        if ((bytes & ~UNSURE) == WHOLE) {
            conflicting &= IN_PARTS;
        }
        conflicting |= (conflicting & (READS | WHOLE << FROM)) << ABOVE;
        for (int i = 0; i < tentative.size(); i++) {
            Tentative read = tentative.get(i);
            if ((kinds(READ, read.bytes) & conflicting) != 0) {
                read.order = read.order.orWorse(reader.order(read.thread, read.time));
            }
        }
        Evidence found = ORDERED;
        for (int rest = conflicting & kinds; rest != 0; rest &= rest - 1) {
            int kind = Integer.numberOfTrailingZeros(rest);
            found = found.orWorse(latest[kind].order(reader).of(kind < FIRST_UNSURE ? 0 : UNSURE));
        }
        return found.of(bytes);
    }

    /** Adds an access; returns how it was ordered. */
    Evidence record(Reader reader, Operation operation, int bytes) {
        Evidence found = order(reader, operation, bytes);
        boolean replacesAll = bytes == BULK || bytes == (WHOLE | MISALIGNED);
        if (operation == WRITE && found == ORDERED && replacesAll) {
            // Whatever comes after this write comes after all others, too.
            kinds = 0;
        }
        for (int rest = kinds(operation, bytes); rest != 0; rest &= rest - 1) {
            latest(rest).add(reader);
        }
        return found;
    }

    private static int kinds(Operation operation, int bytes) {
        if ((bytes & UNSURE) != 0) {
            return kinds(operation, bytes & ~UNSURE) << ABOVE;
        }
        if ((bytes & COPY) == 0) {
            int misaligned = Integer.lowestOneBit(READS) << 2 * operation.ordinal();
            return (bytes & MISALIGNED) == 0 ? 2 * misaligned : misaligned;
        }
        return (bytes & WHOLE) << (operation == READ ? FROM : 0);
    }

    /** Returns the accesses of the first of some kinds, for adding one: the kind is marked as seen. */
    private Latest latest(int some) {
        int kind = Integer.numberOfTrailingZeros(some);
        if (latest[kind] == null) {
            latest[kind] = new Latest();
        } else if ((kinds >>> kind & 1) == 0) {
            latest[kind].clear();
        }
        kinds |= 1 << kind;
        return latest[kind];
    }

    /**
     * Called when it is known whether a read counts; returns how later writes were ordered if it does.
     *
     * @param bytes 0 if the read does not count
     */
    Evidence settle(Tentative read, int bytes) {
        if (!tentative.remove(read) || bytes == 0) {
            // It does not count, or was made in an earlier life.
            return ORDERED;
        }
        add(kinds(READ, bytes), read.thread, read.time);
        return read.order.of(bytes);
    }

    /** Adds an access of some kinds, such as one that was made before the value was tracked. */
    void add(int some, int thread, int time) {
        for (int rest = some; rest != 0; rest &= rest - 1) {
            latest(rest).add(thread, time);
        }
    }

    void addAll(History other) {
        for (int rest = other.kinds; rest != 0; rest &= rest - 1) {
            latest(rest).add(other.latest(rest));
        }
    }

    @Override
    void clear() {
        super.clear();
        kinds = 0;
        tentative.clear();
    }
}
