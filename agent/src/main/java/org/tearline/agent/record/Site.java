// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.record;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.tearline.agent.access.Access;
import org.tearline.agent.access.Lines;
import org.tearline.agent.access.Lines.Position;

/** A location in the program's own code that makes misaligned accesses, with its counts. Thread-safe. */
public final class Site {
    private final int number;
    private final Key key;
    private final Lines lines;
    private final FirstHit first;
    /**
     * Indexed by offset in the line, with a second half for accesses that cross a page; in the heap, indexed by offset
     * from a multiple of 8.
     */
    private final AtomicLongArray counts;
    private final AtomicBoolean announced = new AtomicBoolean();
    private volatile boolean estimated;
    private volatile boolean untracked;

    /**
     * Identifies a site. The object is the class name of a heap object; null for native memory. The frames run from the
     * access outwards; outermost is the index of the first one outside the access libraries.
     */
    public record Key(Access access, String object, List<StackTraceElement> frames, int outermost) {
        public StackTraceElement frame() {
            return frames.get(outermost);
        }

        public boolean heap() {
            return object != null;
        }
    }

    /** The offset is from the start of the page or, in the heap, of the object. The mapping is null if unknown. */
    public record FirstHit(Instant time, String thread, long offset, Mapping mapping) {
    }

    /** Hits at one position. */
    public record Count(Position position, long count) {
    }

    Site(int number, Key key, Lines lines, FirstHit first) {
        this.number = number;
        this.key = key;
        this.lines = lines;
        this.first = first;
        this.counts = new AtomicLongArray(key.heap() ? Lines.OBJECT_ALIGNMENT : 2 * lines.lineBytes());
    }

    void count(int slot) {
        counts.getAndIncrement(slot);
    }

    /**
     * Marks the hits as estimated: other sites reach a value through the same instruction and thread, so sampled stacks
     * determine which site a hit belongs to.
     */
    void estimate() {
        estimated = true;
    }

    public boolean estimated() {
        return estimated;
    }

    void meetUntracked() {
        untracked = true;
    }

    /** Whether some values of this site are not tracked. */
    boolean untracked() {
        return untracked;
    }

    /** Returns true on the first call only. */
    boolean announce() {
        return !announced.get() && announced.compareAndSet(false, true);
    }

    static int slot(Position position, Lines lines) {
        return position.crossesPage() ? lines.lineBytes() + position.offset() : position.offset();
    }

    int number() {
        return number;
    }

    public Key key() {
        return key;
    }

    public FirstHit first() {
        return first;
    }

    public List<Count> counts() {
        return IntStream.range(0, counts.length()).filter(i -> counts.get(i) != 0)
            .mapToObj(i -> new Count(positionAt(i), counts.get(i))).toList();
    }

    private Position positionAt(int slot) {
        if (key.heap()) {
            return Position.inObject(slot);
        }
        int offset = slot % lines.lineBytes();
        return new Position(offset, offset > lines.lineBytes() - key.access().bytes(), slot >= lines.lineBytes());
    }

    public int worst() {
        return counts().stream().mapToInt(count -> count.position().severity()).max().orElse(0);
    }

    public long hits() {
        return counts().stream().mapToLong(Count::count).sum();
    }

    /** The memory mapping of an address. The file is null for anonymous memory. */
    public record Mapping(String file, boolean shared) {
        /** A line of /proc/self/maps: start-end, permissions, offset, device, inode, path. */
        private static final Pattern LINE = Pattern.compile(
            "([0-9a-f]+)-([0-9a-f]+) ...([sp]) [0-9a-f]+ [0-9a-f:]+ \\d+\\s*(.*)");

        /** Returns null if the mapping is unknown. */
        static Mapping of(long address) {
            // Not a FileChannel, which would be closed if the program's thread were interrupted.
            try (FileInputStream maps = new FileInputStream("/proc/self/maps")) {
                return find(new String(maps.readAllBytes(), StandardCharsets.UTF_8), address);
            } catch (IOException e) {
                return null;
            }
        }

        static Mapping find(String maps, long address) {
            for (String line : maps.split("\n")) {
                Matcher parts = LINE.matcher(line);
                if (parts.matches() && Long.compareUnsigned(Long.parseUnsignedLong(parts.group(1), 16), address) <= 0
                    && Long.compareUnsigned(address, Long.parseUnsignedLong(parts.group(2), 16)) < 0) {
                    String path = parts.group(4);
                    return new Mapping(path.startsWith("/") ? path : null, parts.group(3).equals("s"));
                }
            }
            return null;
        }
    }
}
