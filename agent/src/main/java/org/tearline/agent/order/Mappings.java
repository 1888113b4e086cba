// SPDX-License-Identifier: Apache-2.0
package org.tearline.agent.order;

import static org.tearline.agent.order.Keys.SPREAD;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The memory mappings of this process. Thread-safe. */
public final class Mappings extends SpinLock {
    /** Words in a line of /proc/self/maps: start-end, permissions, offset, device, inode, path. */
    private static final int WORDS = 6;
    private static final int INODE = 4;
    /**
     * Number of reads after which the list is read less often, unless the JVM has mapped a file. A read takes a tenth
     * of a millisecond, and native code may map memory all the time.
     */
    private static final int UNLIMITED_READS = 100;
    private static final long NANOS_BETWEEN = 20_000_000;

    /** Enough for the pages of most programs' ordered accesses. */
    private static final int PAGES = 1 << 12;
    private static final int PAGE_BITS = 12;

    private volatile List<Mapping> known = List.of();
    /** The mapping of each page, by the lowest bits of its number, to spare searches. */
    private final Mapping[] byPage = new Mapping[PAGES];
    private int reads;
    private long latest;
    /** Whether memory has been mapped or unmapped since the list was read. */
    private boolean isOld;

    /**
     * A mapping of the addresses from {@code from} to {@code to}, exclusive.
     *
     * @param position of the first byte in the file
     * @param inode    device and inode of the file
     * @param file     null for memory that is not in a file
     * @param shared   whether other processes may map the memory
     */
    public record Mapping(long from, long to, long position, String inode, String file, boolean shared) {
        private boolean contains(long address) {
            return Long.compareUnsigned(from, address) <= 0 && Long.compareUnsigned(address, to) < 0;
        }

        private long inFile(long address) {
            return address - from + position;
        }
    }

    /** A byte of a file. */
    public record Place(String inode, long position) {
    }

    /** A range of addresses. */
    public record Range(long first, long count) {
    }

    /** Returns the mapping of an address; null if there is none, or the list cannot be read now. */
    public Mapping find(long address) {
        Mapping found = find(known, address);
        return found == null && read() ? find(known, address) : found;
    }

    /** Called before a range of addresses is unmapped. */
    public void forget(long from, long to) {
        enter();
        try {
            isOld = true;
            known = known.stream().filter(mapping -> mapping.to <= from || mapping.from >= to).toList();
            Arrays.fill(byPage, null);
        } finally {
            leave();
        }
    }

    /** Returns a number that is the same for the same byte of a file, wherever it is mapped; else the address. */
    long samePlace(long address) {
        int page = (int) (address >>> PAGE_BITS) & PAGES - 1;
        Mapping mapping = byPage[page];
        if (mapping == null || !mapping.contains(address)) {
            mapping = find(address);
            byPage[page] = mapping;
        }
        return isShared(mapping) ? mapping.inode.hashCode() * SPREAD + mapping.inFile(address) : address;
    }

    /** Returns the position of an address in a file that may be mapped several times; null for other memory. */
    public Place place(long address) {
        Mapping mapping = find(address);
        return isShared(mapping) ? new Place(mapping.inode, mapping.inFile(address)) : null;
    }

    /** Returns the ranges in which other mappings of the same file show the bytes of a range in one mapping. */
    public List<Range> aliases(long first, long count) {
        Mapping own = find(first);
        if (!isShared(own)) {
            return List.of();
        }
        List<Range> aliases = new ArrayList<>();
        for (Mapping other : known) {
            if (other.shared && other.inode.equals(own.inode) && !other.equals(own)) {
                long sameByte = own.inFile(first) - other.position + other.from;
                long from = Math.max(sameByte, other.from);
                long to = Math.min(sameByte + count, other.to);
                if (from < to) {
                    aliases.add(new Range(from, to - from));
                }
            }
        }
        return aliases;
    }

    /** Whether the memory is in a file that may be mapped several times. */
    private static boolean isShared(Mapping mapping) {
        return mapping != null && mapping.shared && mapping.file != null;
    }

    static Mapping find(List<Mapping> mappings, long address) {
        for (Mapping mapping : mappings) {
            if (mapping.contains(address)) {
                return mapping;
            }
        }
        return null;
    }

    /** Returns false if the list was read too recently, or cannot be read. */
    private boolean read() {
        enter();
        long now = System.nanoTime();
        if (!isOld && reads >= UNLIMITED_READS && now - latest < NANOS_BETWEEN) {
            leave();
            return false;
        }
        isOld = false;
        reads++;
        latest = now;
        // Not a FileChannel, which would be closed if the program's thread were interrupted.
        try (FileInputStream maps = new FileInputStream("/proc/self/maps")) {
            known = parse(new String(maps.readAllBytes(), StandardCharsets.UTF_8));
            return true;
        } catch (IOException e) {
            return false;
        } finally {
            leave();
        }
    }

    /** Uses no regular expression: loading what it needs would delay the program's first misaligned access. */
    static List<Mapping> parse(String maps) {
        List<Mapping> all = new ArrayList<>();
        for (String line : maps.split("\n")) {
            String[] words = line.split(" ", WORDS);
            if (words.length > INODE) {
                int dash = words[0].indexOf('-');
                long from = hex(words[0].substring(0, dash));
                long to = hex(words[0].substring(dash + 1));
                boolean shared = words[1].endsWith("s");
                String path = words.length < WORDS ? "" : words[WORDS - 1].strip();
                String file = path.startsWith("/") ? path : null;
                all.add(new Mapping(from, to, hex(words[2]), words[INODE - 1] + " " + words[INODE], file, shared));
            }
        }
        return all;
    }

    private static long hex(String digits) {
        return Long.parseUnsignedLong(digits, 16);
    }
}
