// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import java.lang.ref.WeakReference;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Access.Operation;
import org.tearline.agent.order.Keys;
import org.tearline.agent.order.Mappings;
import org.tearline.agent.order.Source;
import org.tearline.agent.order.SpinLock;

/**
 * A tracked value: which threads touched it, in which way, and whether their accesses were ordered (FastTrack). A value
 * that shares bytes with another one joins it: what is said here of accesses is then said there. Thread-safe: what
 * changes is guarded by the lock.
 */
public final class Value extends SpinLock {
    /** Maximum number of threads told apart per value. What matters is whether there is more than one. */
    public static final int THREADS = 8;

    /** Written before a second thread touched the value. */
    private static final int WRITTEN_ALONE = 1;
    /** Written after a second thread had touched the value. */
    private static final int WRITTEN_SHARED = 1 << 1;
    /** Accessed, other than by an atomic update, after a second thread had touched the value. */
    private static final int UNLOCKED_SHARED = 1 << 2;
    /** Two reads saw different bytes, although no watched access wrote them in between. */
    private static final int CHANGED = 1 << 3;

    private final long key;
    /** Index in the table. */
    private final int slot;
    private final Latest writes = new Latest();
    private final Latest reads = new Latest();
    private final Latest updates = new Latest();
    /** Those among them that were made by copies, fills and the like. */
    private final Latest bulkWrites = new Latest();
    private final Latest bulkReads = new Latest();
    /** The first threads that touched the value. */
    private final int[] touchers = new int[THREADS];
    private int threads;
    private int flags;
    /** Bitwise OR of all access widths; 0 if there was no access since the memory was allocated or unmapped. */
    private volatile int widths;
    /** Whether an access was misaligned. Otherwise, only those of copies, fills and the like can be torn. */
    private boolean misaligned;
    /** How the worst access was ordered. */
    private Evidence order = Evidence.ORDERED;
    /** What the latest thread learnt something through last; null if nothing. */
    private Source source;
    /** What the last sampled read saw; null if a write since then might not be noticed. */
    private Seen seen;
    /** Of earlier values in the same memory. */
    private Evidence past = Evidence.ONE_THREAD;
    private int pastThreads;
    private volatile int life;
    private volatile Value joined;
    /** The object of a value in the heap. */
    volatile WeakReference<Object> object;
    /** Position in a file; null for memory that is in no shared mapping. */
    volatile Mappings.Place place;
    /** Whether the memory was unmapped. What is there now may be another value. */
    volatile boolean unmapped;

    Value(int slot, long key) {
        this.slot = slot;
        this.key = key;
    }

    /**
     * What a read saw.
     *
     * @param bits the smaller of the number and that with reversed bytes, since a program may read in both orders
     */
    private record Seen(long bits, int bytes, boolean writtenAlone) {
        static Seen of(long read, int bytes, boolean writtenAlone) {
            int unused = Long.SIZE - bytes * Byte.SIZE;
            long forward = read << unused >>> unused;
            return new Seen(Math.min(forward, Long.reverseBytes(forward) >>> unused), bytes, writtenAlone);
        }

        boolean showsChange(Seen before) {
            return writtenAlone == before.writtenAlone && bytes == before.bytes && bits != before.bits;
        }
    }

    public int slot() {
        return slot;
    }

    /** Returns the address, or a number that stands for the object and offset, see {@link Keys}. */
    public long key() {
        return key;
    }

    /** Returns the value that stands for this one: itself, or one with which it shares bytes. */
    public Value root() {
        Value root = this;
        for (Value next = joined; next != null; next = root.joined) {
            root = next;
        }
        return root;
    }

    /** Records an access; returns a number of its thread, at most {@link #THREADS}, which later threads share. */
    public int touch(Reader reader, Access access) {
        Operation operation = access.operation();
        boolean deferred = reader.defers(operation);
        if (deferred) {
            reader.add(this, access.bulk());
        }
        enter();
        try {
            if (!deferred) {
                order = Evidence.worse(order, record(reader, operation, access.bulk()));
            }
            if (threads > 0 && source != reader.source()) {
                source = reader.source();
            }
            return add(reader.thread(), operation);
        } finally {
            leave();
        }
    }

    /** Records a read that counts only now; before, it was ordered like this. */
    void count(Reader reader, Evidence before, boolean bulk) {
        enter();
        try {
            order = Evidence.worse(order, Evidence.worse(before, record(reader, Operation.READ, bulk)));
        } finally {
            leave();
        }
    }

    private Evidence record(Reader reader, Operation operation, boolean bulk) {
        Evidence found = check(reader, operation, bulk);
        Latest latest = switch (operation) {
            case READ -> reads;
            case WRITE -> writes;
            case UPDATE -> updates;
        };
        latest.add(reader);
        if (bulk) {
            (operation == Operation.READ ? bulkReads : bulkWrites).add(reader);
        }
        if (operation == Operation.WRITE && found == Evidence.ORDERED && (bulk || misaligned)) {
            reads.clear();
            updates.clear();
            bulkReads.clear();
        }
        return found;
    }

    /**
     * Whether all accesses that conflict with one came before it. Two updates do not conflict: both are locked. Nor do
     * two of an aligned value, each by one instruction: both are whole.
     */
    private Evidence check(Reader reader, Operation operation, boolean bulk) {
        if (!bulk && !misaligned) {
            Evidence found = bulkWrites.order(reader);
            return operation == Operation.READ ? found : Evidence.worse(found, bulkReads.order(reader));
        }
        Evidence found = writes.order(reader);
        if (operation != Operation.READ) {
            found = Evidence.worse(found, reads.order(reader));
        }
        return operation == Operation.UPDATE ? found : Evidence.worse(found, updates.order(reader));
    }

    Evidence orderOfRead(Reader reader, boolean bulk) {
        enter();
        try {
            return check(reader, Operation.READ, bulk);
        } finally {
            leave();
        }
    }

    void worsen(Evidence found) {
        enter();
        try {
            order = Evidence.worse(order, found);
        } finally {
            leave();
        }
    }

    private int add(int thread, Operation operation) {
        int number = number(thread);
        boolean shared = threads > 1;
        if (operation != Operation.READ) {
            flags |= shared ? WRITTEN_SHARED : WRITTEN_ALONE;
        }
        if (shared && operation != Operation.UPDATE) {
            flags |= UNLOCKED_SHARED;
        }
        return number;
    }

    private int number(int thread) {
        int number = 0;
        while (number < threads && touchers[number] != thread) {
            number++;
        }
        if (number == threads && threads < THREADS) {
            touchers[number] = thread;
            threads++;
        }
        return number;
    }

    /** Records a write that was made before the first access to the value. */
    void written(BulkWrites.Write write) {
        enter();
        try {
            writes.add(write.thread(), write.since(), writes.isEmpty());
            bulkWrites.add(write.thread(), write.since(), bulkWrites.isEmpty());
            add(write.thread(), Operation.WRITE);
        } finally {
            leave();
        }
    }

    /** Whether one more write might not be noticed: the only thread may write again. */
    private boolean isWritten() {
        int written = threads < 2 ? WRITTEN_ALONE | WRITTEN_SHARED : WRITTEN_SHARED;
        return (flags & written) != 0;
    }

    /** Records what a read saw, as bits. Notes if they changed, although no watched access wrote them. */
    public void saw(long read, int bytes) {
        Value root = root();
        root.enter();
        try {
            Seen now = root.isWritten() ? null : Seen.of(read, bytes, (root.flags & WRITTEN_ALONE) != 0);
            Seen before = seen;
            seen = now;
            // A thread may change its own array byte by byte, which is not watched. No other process writes it.
            boolean mayBeOwn = Keys.isInHeap(key) && root.threads < 2;
            if (before != null && now != null && !mayBeOwn && now.showsChange(before)) {
                root.flags |= CHANGED;
            }
        } finally {
            root.leave();
        }
    }

    /** Returns whether an access is the first one of its width. */
    boolean widen(int bytes) {
        boolean wider = (widths & bytes) == 0;
        if (wider) {
            enter();
            widths |= bytes;
            misaligned |= (key & bytes - 1) != 0;
            leave();
        }
        return wider;
    }

    /** Joins another value. */
    void join(Value parent) {
        joined = parent;
        if (threads > 0 || misaligned) {
            parent.adopt(this);
        }
    }

    private void adopt(Value child) {
        enter();
        try {
            for (int i = 0; i < child.threads; i++) {
                number(child.touchers[i]);
            }
            writes.add(child.writes);
            reads.add(child.reads);
            updates.add(child.updates);
            bulkWrites.add(child.bulkWrites);
            bulkReads.add(child.bulkReads);
            misaligned |= child.misaligned;
            order = Evidence.worse(order, child.order);
            int both = flags | child.flags;
            if (threads > 1 && (flags & child.flags) != both) {
                boolean written = (both & (WRITTEN_ALONE | WRITTEN_SHARED)) != 0;
                both |= written ? UNLOCKED_SHARED | WRITTEN_SHARED : UNLOCKED_SHARED;
            }
            flags = both;
        } finally {
            leave();
        }
    }

    boolean isJoinedTo(Value parent) {
        return joined == parent;
    }

    /** Begins anew, keeping only what is most dangerous of the value so far. */
    void renew() {
        Value root = root();
        Evidence evidence = root.evidence();
        enter();
        try {
            past = Evidence.worse(past, evidence);
            pastThreads = Math.max(pastThreads, root.mostThreads());
            joined = null;
            seen = null;
            source = null;
            threads = 0;
            flags = 0;
            widths = 0;
            order = Evidence.ORDERED;
            misaligned = false;
            writes.clear();
            reads.clear();
            updates.clear();
            bulkWrites.clear();
            bulkReads.clear();
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
        return threads;
    }

    /** Returns the most threads that touched the value, or an earlier one in its memory. */
    public int mostThreads() {
        return Math.max(threads, pastThreads);
    }

    /** Returns what put the accesses in order last; null if that is not known. */
    public Source source() {
        return source;
    }

    /** Returns the most dangerous evidence of the value, and of earlier ones in its memory. */
    public Evidence evidence() {
        enter();
        try {
            return Evidence.worse(past, now());
        } finally {
            leave();
        }
    }

    private Evidence now() {
        if (order == Evidence.UNORDERED) {
            return order;
        }
        if ((flags & CHANGED) != 0 && !isWritten()) {
            return Evidence.UNSEEN_WRITER;
        }
        if (threads < 2) {
            return Evidence.ONE_THREAD;
        }
        return (flags & UNLOCKED_SHARED) == 0 ? Evidence.LOCKED : order;
    }
}
