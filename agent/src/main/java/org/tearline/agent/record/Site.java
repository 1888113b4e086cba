// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Lines;
import org.tearline.agent.access.Position;

/** A place of the program's own code from which a misaligned access was made, with its counts. Thread-safe. */
public final class Site {
    private final int number;
    private final Key key;
    private final Lines lines;
    private final FirstHit first;
    /** By offset in the line; behind it the same for accesses that cross a page, too. */
    private final AtomicLongArray counts;
    private final AtomicBoolean announced = new AtomicBoolean();
    private volatile boolean estimated;

    /**
     * Holds what makes a site.
     *
     * @param access the access
     * @param object class of the heap object; null for native memory
     * @param frames from the access outwards
     * @param outermost index of the first frame outside the access libraries
     */
    public record Key(Access access, String object, List<StackTraceElement> frames, int outermost) {
    }

    /**
     * Holds what was seen at the first hit.
     *
     * @param thread       name of the thread
     * @param offsetInPage of the address; in a heap object the offset in the object
     * @param mapping      the memory behind the address; null where the system does not tell
     */
    public record FirstHit(Instant time, String thread, long offsetInPage, Mapping mapping) {
    }

    /** How often the site was hit at one position. */
    public record Count(Position position, long count) {
    }

    Site(int number, Key key, Lines lines, FirstHit first) {
        this.number = number;
        this.key = key;
        this.lines = lines;
        this.first = first;
        this.counts = new AtomicLongArray(slots(!isNative(), lines));
    }

    private boolean isNative() {
        return key.object() == null;
    }

    /** Counts a hit at the slot of its address. */
    void count(int slot) {
        counts.getAndIncrement(slot);
    }

    /** Notes that other sites reach a value of this one by the same instruction in the same thread. */
    void estimate() {
        if (!estimated) {
            estimated = true;
        }
    }

    /** Whether its hits were told from those of other sites by samples. */
    public boolean estimated() {
        return estimated;
    }

    /** True once, for the first thread that asks. */
    boolean announce() {
        return !announced.get() && announced.compareAndSet(false, true);
    }

    /** Returns how many slots the counts of a site have. */
    static int slots(boolean heap, Lines lines) {
        return heap ? Position.OBJECT_ALIGNMENT : 2 * lines.lineBytes();
    }

    /** Returns the slot of a position in the counts of a site. */
    static int slot(Position position, Lines lines) {
        return position.crossesPage() ? lines.lineBytes() + position.offset() : position.offset();
    }

    /** Returns its place in the table. */
    int number() {
        return number;
    }

    public Key key() {
        return key;
    }

    public FirstHit first() {
        return first;
    }

    /** Returns the counts that are not zero, by offset. */
    public List<Count> counts() {
        return IntStream.range(0, counts.length()).filter(i -> counts.get(i) != 0)
            .mapToObj(i -> new Count(positionAt(i), counts.get(i))).toList();
    }

    private Position positionAt(int slot) {
        if (!isNative()) {
            return Position.inObject(slot);
        }
        int offset = slot % lines.lineBytes();
        return new Position(offset, offset > lines.lineBytes() - key.access().bytes(), slot >= lines.lineBytes());
    }

    /** Returns the severity of the worst position. */
    public int worst() {
        return counts().stream().mapToInt(count -> count.position().severity()).max().orElse(0);
    }

    /** Returns all hits. */
    public long hits() {
        return counts().stream().mapToLong(Count::count).sum();
    }
}
