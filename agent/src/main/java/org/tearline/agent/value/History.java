// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.value;

import static org.tearline.agent.access.Access.Operation.READ;
import static org.tearline.agent.access.Access.Operation.UPDATE;
import static org.tearline.agent.access.Access.Operation.WRITE;

import java.util.ArrayList;
import java.util.List;
import org.tearline.agent.access.Access.Operation;

/** The latest accesses to a value, by kind. Guarded by the value's lock. */
final class History {
    /** Whether an access was misaligned. Otherwise, only those of copies, fills and the like can be torn. */
    boolean misaligned;
    private final Latest writes = new Latest();
    private final Latest reads = new Latest();
    private final Latest updates = new Latest();
    /** Those among the writes and reads that were made by copies, fills and the like. */
    private final Latest bulkWrites = new Latest();
    private final Latest bulkReads = new Latest();
    private final List<Tentative> tentative = new ArrayList<>(0);

    /**
     * Returns how the earlier accesses that conflict with this one are ordered before it. Two updates do not conflict:
     * both are locked.
     *
     * @param inParts whether the access may be made in several instructions. If it is made in one, and all accesses are
     *                aligned, it conflicts only with those made in several
     */
    Evidence order(Reader reader, Operation operation, boolean inParts) {
        boolean whole = !inParts && !misaligned;
        for (int i = 0; operation != READ && i < tentative.size(); i++) {
            Tentative read = tentative.get(i);
            if (read.bulk || !whole) {
                read.order = read.order.orWorse(reader.order(read.thread, read.time));
            }
        }
        Evidence found = (whole ? bulkWrites : writes).order(reader);
        if (operation != READ) {
            found = found.orWorse((whole ? bulkReads : reads).order(reader));
        }
        return whole || operation == UPDATE ? found : found.orWorse(updates.order(reader));
    }

    /** Adds an access; returns how it was ordered. */
    Evidence record(Reader reader, Operation operation, boolean bulk) {
        Evidence found = order(reader, operation, bulk);
        Latest latest = switch (operation) {
            case READ -> reads;
            case WRITE -> writes;
            case UPDATE -> updates;
        };
        latest.add(reader);
        if (bulk) {
            (operation == READ ? bulkReads : bulkWrites).add(reader);
        }
        if (operation == WRITE && found == Evidence.ORDERED && (bulk || misaligned)) {
            forgetReadsAndUpdates();
        }
        return found;
    }

    void add(Tentative read) {
        tentative.add(read);
    }

    /** Called when it is known whether a read counts; returns how later writes were ordered if it does. */
    Evidence settle(Tentative read, boolean counts) {
        boolean isOfThisLife = tentative.remove(read);
        if (!counts || !isOfThisLife) {
            return Evidence.ORDERED;
        }
        reads.add(read.thread, read.time);
        if (read.bulk) {
            bulkReads.add(read.thread, read.time);
        }
        return read.order;
    }

    /** Called after a write that came after all of them: whatever comes after the write comes after them, too. */
    private void forgetReadsAndUpdates() {
        reads.clear();
        updates.clear();
        bulkReads.clear();
    }

    /** Adds a write that was made before the value was tracked. */
    void add(BulkWrites.Write write) {
        writes.add(write.thread(), write.since());
        bulkWrites.add(write.thread(), write.since());
    }

    void add(History other) {
        misaligned |= other.misaligned;
        writes.add(other.writes);
        reads.add(other.reads);
        updates.add(other.updates);
        bulkWrites.add(other.bulkWrites);
        bulkReads.add(other.bulkReads);
    }

    void clear() {
        misaligned = false;
        forgetReadsAndUpdates();
        tentative.clear();
        writes.clear();
        bulkWrites.clear();
    }
}
