// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.access.Access.Operation.WRITE;
import static org.tearline.agent.value.Evidence.LOCKED;
import static org.tearline.agent.value.Evidence.ONE_THREAD;
import static org.tearline.agent.value.Evidence.ORDERED;
import static org.tearline.agent.value.Evidence.UNORDERED;
import static org.tearline.agent.value.Evidence.UNSEEN_WRITER;
import static org.tearline.agent.value.Evidence.UNVALIDATED;
import static org.tearline.agent.value.History.WHOLE;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Keys;
import org.tearline.agent.order.Mappings.Place;
import org.tearline.agent.order.Source;

/**
 * A tracked value: which threads touched it, in which way, and whether their accesses were ordered (FastTrack). An
 * access is also compared with those to other values that have some of the same bytes. A value that is the same place
 * in a file as another one joins it: what is said here of accesses is then said there. Thread-safe: what changes is
 * guarded by the lock.
 */
public final class Value extends History {
    private final long key;
    /** Index in the table. */
    private final int slot;
    /** Bitwise OR of all access widths; 0 if there was no access since the memory was allocated or unmapped. */
    private volatile int widths;
    /** How the worst access was ordered. */
    private Evidence order = ORDERED;
    /** What the latest thread learnt something through last; null if nothing. */
    private Source source;
    /** What the last sampled read saw; null if a write since then might not be noticed. */
    private Seen seen;
    /** Two reads saw different bytes, although no watched access wrote them in between. */
    private boolean isChanged;
    /** Whether an access came after a class with an acquire fence was loaded, see {@link Reader#early}. */
    private boolean mayDefer;
    /** Of earlier values in the same memory. */
    private Evidence past = ONE_THREAD;
    private int pastThreads;
    private volatile int life;
    /** The value that this one has joined; null if none. */
    volatile Value joined;
    /** The values that share bytes with this one. A list is never changed: threads read it without a lock. */
    private volatile List<Value> overlapping = List.of();
    /** The object of a value in the heap. */
    volatile WeakReference<Object> object;
    /** Position in a file; null for memory that is in no shared mapping. */
    volatile Place place;
    /** Whether the memory was unmapped. What is there now may be another value. */
    volatile boolean unmapped;

    Value(int slot, long key) {
        this.slot = slot;
        this.key = key;
    }

    public int slot() {
        return slot;
    }

    /** Returns the address, or a number that stands for the object and offset, see {@link Keys}. */
    public long key() {
        return key;
    }

    /** Returns the value that stands for this one: itself, or the same place in a file. */
    public Value root() {
        Value root = this;
        for (Value next = joined; next != null; next = root.joined) {
            root = next;
        }
        return root;
    }

    /** Records an access; returns a number of its thread, at most {@link #THREADS}, which later threads share. */
    public int touch(Reader reader, Access access, int width) {
        Operation operation = access.operation();
        int whole = (key & width - 1) == 0 ? WHOLE : WHOLE | MISALIGNED;
        int bytes = access.bulk() ? reader.copied : whole;
        if (operation == READ) {
            bytes |= reader.early;
        }
        boolean deferred = reader.defers(operation);
        if (deferred) {
            reader.add(this, bytes);
        }
        int number;
        enter();
        try {
            if (!deferred) {
                note(record(reader, operation, bytes));
            }
            number = add(reader, operation);
        } finally {
            leave();
        }
        overlap(reader, operation, bytes, !deferred);
        return number;
    }

    /** Keeps a read that its thread has passed on, but may still throw away. */
    void keep(Tentative read) {
        enter();
        try {
            tentative.add(read);
        } finally {
            leave();
        }
    }

    /**
     * Settles a read; when it was made, it was ordered like this.
     *
     * @param read  null if it was not kept, so that it is recorded only now
     * @param bytes 0 if it does not count
     */
    void settle(Reader reader, Tentative read, Evidence before, int bytes) {
        boolean isNew = read == null && bytes != 0;
        enter();
        try {
            note(before.orWorse(isNew ? record(reader, READ, bytes) : settle(read, bytes)));
        } finally {
            leave();
        }
        if (isNew) {
            overlap(reader, READ, bytes, true);
        }
    }

    /**
     * Records an access to this value also for those that share bytes with it. Of two threads that do this at once, the
     * later one finds what the other has recorded.
     */
    private void overlap(Reader reader, Operation operation, int bytes, boolean counts) {
        for (Value other : overlapping(bytes)) {
            Evidence found = ORDERED;
            other.enter();
            try {
                other.add(reader, operation);
                if (counts) {
                    found = other.order(reader, operation, inParts(bytes));
                    other.note(found);
                }
            } finally {
                other.leave();
            }
            settle(reader, null, found, 0);
        }
    }

    /** A copy that touches a part of the value is compared for each value that it touches. */
    private List<Value> overlapping(int bytes) {
        return (bytes & WHOLE) == WHOLE ? overlapping : List.of();
    }

    private int inParts(int bytes) {
        return (bytes & MISALIGNED) == 0 ? bytes : bytes & ~MISALIGNED | BULK;
    }

    Evidence orderOfRead(Reader reader, int bytes) {
        Evidence found = lockedOrder(reader, bytes);
        for (Value other : overlapping(bytes)) {
            found = found.orWorse(other.lockedOrder(reader, inParts(bytes)));
        }
        return found;
    }

    private Evidence lockedOrder(Reader reader, int bytes) {
        enter();
        try {
            return order(reader, READ, bytes);
        } finally {
            leave();
        }
    }

    /** Writes nothing that is known, so that threads do not take the memory from each other. */
    private void note(Evidence found) {
        if (found.compareTo(order) > 0) {
            order = found;
        }
    }

    private int add(Reader reader, Operation operation) {
        mayDefer |= reader.defers(READ);
        if (count > 0 && source != reader.source()) {
            source = reader.source();
        }
        return add(reader.number(), operation);
    }

    /** Records a write that was made before the first access to the value. */
    void written(BulkWrites.Write write) {
        enter();
        try {
            add(WHOLE, write.thread(), write.since());
            add(write.number(), WRITE);
        } finally {
            leave();
        }
    }

    /** Records what a read saw, as bits. Notes if they changed, although no watched access wrote them. */
    public void saw(long read, int bytes) {
        Value root = root();
        root.enter();
        try {
            Seen now = root.mayWriteUnnoticed() ? null : new Seen(read, bytes, root.wroteAlone());
            Seen before = seen;
            seen = now;
            // A thread may change its own array byte by byte, which is not watched. No other process writes it.
            boolean mayBeOwn = Keys.isInHeap(key) && root.count < 2;
            if (before != null && now != null && !mayBeOwn && now.showsChange(before)) {
                root.isChanged = true;
            }
        } finally {
            root.leave();
        }
    }

    /** Records the width of an access. Returns whether it is the first one of this width. */
    boolean widen(int bytes) {
        if ((widths & bytes) != 0) {
            return false;
        }
        enter();
        widths |= bytes;
        leave();
        return true;
    }

    public List<Value> overlapping() {
        return overlapping;
    }

    /** Called for two values that share bytes. */
    void link(Value other) {
        if (other != this) {
            add(other);
            other.add(this);
        }
    }

    private void add(Value other) {
        enter();
        try {
            if (!overlapping.contains(other)) {
                List<Value> more = new ArrayList<>(overlapping);
                more.add(other);
                overlapping = more;
                addThreads(other);
            }
        } finally {
            leave();
        }
    }

    private void remove(Value other) {
        enter();
        try {
            List<Value> less = new ArrayList<>(overlapping);
            less.remove(other);
            overlapping = less;
        } finally {
            leave();
        }
    }

    void join(Value parent) {
        joined = parent;
        for (Value other : overlapping) {
            parent.link(other);
        }
        if (count > 0) {
            parent.adopt(this);
        }
    }

    private void adopt(Value child) {
        enter();
        try {
            addThreads(child);
            isChanged |= child.isChanged;
            addAll(child);
            note(child.order);
        } finally {
            leave();
        }
    }

    /** Begins anew, keeping only what is most dangerous of the value so far. */
    void renew() {
        Value root = root();
        Evidence evidence = root.evidence();
        for (Value other : overlapping) {
            other.remove(this);
        }
        enter();
        try {
            past = past.orWorse(evidence);
            pastThreads = Math.max(pastThreads, root.mostThreads());
            joined = null;
            overlapping = List.of();
            seen = null;
            source = null;
            isChanged = false;
            widths = 0;
            order = ORDERED;
            clear();
            life++;
        } finally {
            leave();
        }
    }

    /** Called before the memory is unmapped. What is there next may be another file. Forgets the widths. */
    void unmap() {
        enter();
        seen = null;
        widths = 0;
        unmapped = true;
        life++;
        leave();
    }

    /** Changes when the memory is allocated again or unmapped, or the object has died. */
    public int life() {
        return life;
    }

    /** Whether the value was accessed since its memory was allocated or unmapped. */
    public boolean isTouched() {
        return widths != 0;
    }

    /** Returns the width of the widest access; the largest width if it is not known yet. */
    public int bytes() {
        return widths == 0 ? Long.BYTES : Integer.highestOneBit(widths);
    }

    /** Returns the number of threads that touched the value, at most {@link #THREADS}. */
    public int threads() {
        return count;
    }

    /** Returns the most threads that touched the value, or an earlier one in its memory. */
    public int mostThreads() {
        return Math.max(count, pastThreads);
    }

    /** Returns what put the accesses in order last; null if that is not known. */
    public Source source() {
        return source;
    }

    /** Returns the most dangerous evidence of the value, and of earlier ones in its memory. */
    public Evidence evidence() {
        enter();
        try {
            return past.orWorse(now());
        } finally {
            leave();
        }
    }

    private Evidence now() {
        if (order == UNORDERED || order == UNVALIDATED && !mayDefer) {
            return UNORDERED;
        }
        if (isChanged && !mayWriteUnnoticed()) {
            return UNSEEN_WRITER;
        }
        if (count < 2) {
            return ONE_THREAD;
        }
        return areLocked() ? LOCKED : order;
    }
}
