// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.value.Evidence.ORDERED;
import static org.tearline.agent.value.Evidence.TABLE_FULL;
import static org.tearline.agent.value.Evidence.UNORDERED;
import static org.tearline.agent.value.History.BULK;
import static org.tearline.agent.value.History.COPY;
import static org.tearline.agent.value.History.UNSURE;
import static org.tearline.agent.value.History.WHOLE;

import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Cells;
import org.tearline.agent.order.Clock;
import org.tearline.agent.order.Keys;
import org.tearline.agent.order.Ordering;
import org.tearline.agent.order.Word;

/**
 * A thread that may still throw reads of tracked values away: it reads the word of a sequence lock, then values, and,
 * after an acquire fence, the word again. If the word has changed, the thread does not use the values, and the reads
 * count for nothing. Nor do they while a writer holds a StampedLock, which then refuses the stamp. Used by its thread
 * only.
 */
public class Reader extends Clock {
    private static final int MOST = 64;
    /** How often a thread reads a value again, between two reads of words, before its reads count. */
    private static final int AGAIN = 100;
    /** Latest reads of words that are remembered, a power of two. */
    private static final int WORDS = 1 << 6;
    /** For tests: shows which findings rest on the order of accesses. */
    private static final boolean EVERYTHING_ORDERED = Boolean.getBoolean("tearline.everythingOrdered");

    /**
     * Is added to the bytes of reads. None is deferred before a class with an acquire fence is loaded, but the thread
     * may throw its latest ones away once it is: they are unsure from then on. So are the first deferred ones, as the
     * word before them may not be known.
     */
    int early;
    /** Which bytes of a value the current copy, fill or the like touches, see {@link History}. */
    int copied = BULK;

    private final Cells cells;
    private final Value[] pending = new Value[MOST];
    /** How the pending reads were ordered when they were made. */
    private final Evidence[] orders = new Evidence[MOST];
    /** The bytes of the pending reads, see {@link History}. */
    private final int[] bytes = new int[MOST];
    /** The pending reads that the thread has passed on; null for others. */
    private final Tentative[] kept = new Tentative[MOST];
    private int count;
    private int again;
    /** Whether an acquire fence came after them. */
    private boolean isFenced;
    /** Whether a word was read after the last of them. */
    private boolean anyWord;
    /** The latest words that were read. */
    private final Word[] words = new Word[WORDS];
    /** The latest that guards what comes after it, as it was read with a memory order or before a fence. */
    private long latest;
    /** The latest that was read without an order; 0 if there is none. */
    private long unfenced;
    /** The word that was read last before the pending reads; 0 if none. */
    private long guard;

    /** @param earlier see {@link Clock#Clock(Clock)} */
    public Reader(Clock earlier, Cells cells) {
        super(earlier);
        this.cells = cells;
        this.early = cells.defers() ? 0 : UNSURE;
    }

    /** Returns whether an access of a thread came before what this one does now. */
    final Evidence order(int other, int time) {
        if (EVERYTHING_ORDERED || other == thread() || knows(other, time)
            || cells.initializationTeaches(this, other, time)) {
            return ORDERED;
        }
        return cells.mayHavePassed(other, time) ? TABLE_FULL : UNORDERED;
    }

    /** Whether an access counts only later. */
    public final boolean defers(Operation operation) {
        return operation == READ && cells.defers();
    }

    /** Sets which bytes of the next values a copy, fill or the like touches. */
    public final void copies(long from, long to) {
        copied = COPY | WHOLE << Math.max(from, 0) & WHOLE >> Math.max(Long.BYTES - to, 0);
    }

    public final boolean copiesPart() {
        return copied != BULK;
    }

    /** Called before a read of a value is counted. */
    final void add(Value value, int read) {
        use();
        anyWord = false;
        for (int i = 0; i < count; i++) {
            if (pending[i] == value && countsAgain(i)) {
                end();
            } else if (pending[i] == value) {
                bytes[i] |= read;
                orders[i] = orders[i].orWorse(value.orderOfRead(this, bytes[i]));
                return;
            }
        }
        if (count == MOST) {
            end();
        }
        if (count == 0) {
            guard = latest;
            again = 0;
        }
        pending[count] = value;
        bytes[count] = read;
        orders[count] = value.orderOfRead(this, read);
        count++;
    }

    /** Whether a read counts now that the thread reads the value again. */
    private boolean countsAgain(int read) {
        boolean isOften = guard == 0 || ++again > AGAIN;
        return isFenced || kept[read] != null || isOften && orders[read] != ORDERED;
    }

    /** The thread may pass something on while it makes reads that a word guards, such as a count of its reads. */
    @Override
    protected final void commit() {
        if (guard == 0) {
            end();
        }
        for (int i = 0; i < count; i++) {
            if (kept[i] == null) {
                // The read was made since the thread last passed something on.
                kept[i] = new Tentative(thread(), now(), bytes[i]);
                pending[i].keep(kept[i]);
                compare(i);
            }
        }
    }

    @Override
    protected final void end() {
        settle(-1, true, false);
    }

    @Override
    protected final void fence(boolean far) {
        for (int i = 0; i < count; i++) {
            // Who writes after the thread has passed a read on compares that.
            if (kept[i] == null) {
                compare(i);
            }
        }
        isFenced = count > 0;
        if (far && !anyWord) {
            doubt();
        }
        if (unfenced != 0) {
            latest = unfenced;
        }
    }

    /** Compares a read with the writes since. */
    private void compare(int read) {
        orders[read] = orders[read].orWorse(pending[read].orderOfRead(this, bytes[read]));
    }

    /** Called if a word that is not known, or not followed, may show whether the pending reads are valid. */
    private void doubt() {
        for (int i = 0; i < count; i++) {
            bytes[i] |= UNSURE;
            orders[i] = orders[i].of(UNSURE);
        }
    }

    @Override
    protected final boolean repeats(Word word, long value, int how) {
        if (word == null || word.key == 0 || count > 0 && mayShow(word.key)) {
            return false;
        }
        read(word, value, how);
        return true;
    }

    /** Whether a word may show whether the pending reads are valid. */
    private boolean mayShow(long key) {
        anyWord = true;
        return isFenced || guard == 0 || guard == key;
    }

    private void read(Word word, long value, int how) {
        if ((how & (Ordering.STRONG | Ordering.OPAQUE)) != 0) {
            latest = word.key;
        } else {
            unfenced = word.key;
        }
        word.value = value;
    }

    /**
     * A word that nobody has written guards nothing. It may be written later, by the first writer: that one does not
     * conflict with reads that found the word as it was.
     */
    @Override
    protected final Word word(long key, long value, int how, boolean written) {
        boolean strong = (how & (Ordering.STRONG | Ordering.OPAQUE)) != 0;
        boolean isHeld = (how & Ordering.HELD) != 0 && (value & 1) != 0;
        Word word = words[Keys.slot(key, WORDS)];
        boolean isKnown = word != null && word.key == key;
        if (isFenced && isKnown && (written || guard == key)) {
            settle(0, !written || word.value == value && !isHeld, written);
        } else if (isFenced && !isKnown) {
            doubt();
        } else if (!isFenced && (guard == key || guard == 0 && strong)) {
            end();
        }
        if (!isKnown) {
            word = remember(key);
        }
        anyWord = true;
        read(word, value, how);
        return word;
    }

    private Word remember(long key) {
        int index = Keys.slot(key, WORDS);
        if (words[index] != null) {
            words[index].key = 0;
        }
        words[index] = new Word(key);
        return words[index];
    }

    /**
     * @param counted mask of the bytes that count: none if a word shows whether the pending reads do, else all
     * @param valid   whether the thread may use what it has read
     * @param guarded whether a writer may have used the word, but not every one did if a read was not ordered
     */
    private void settle(int counted, boolean valid, boolean guarded) {
        for (int i = 0; i < count; i++) {
            Evidence found = orders[i].of(guarded ? UNSURE : 0);
            pending[i].settle(this, kept[i], valid ? found : ORDERED, bytes[i] & counted);
            kept[i] = null;
            early = 0;
        }
        count = 0;
        isFenced = false;
    }
}
