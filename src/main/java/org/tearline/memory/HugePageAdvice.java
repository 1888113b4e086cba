// SPDX-License-Identifier: Apache-2.0
package org.tearline.memory;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.UnsafeApi;

/**
 * Asks Linux to back a block with huge pages, and looks in /proc/self/smaps whether it did: madvise(2) is no more than
 * advice. Loads a native library, so only who asks for such pages pays for it. Not thread-safe.
 */
public final class HugePageAdvice {
    private static final Path SMAPS = Path.of("/proc/self/smaps");
    private static final Pattern MAPPING = Pattern.compile("(?<from>\\p{XDigit}+)-(?<to>\\p{XDigit}+) .*");
    private static final Pattern HUGE = Pattern.compile("AnonHugePages:\\s+(?<kibi>\\d+) kB");
    /** Numbers of mman-common.h. */
    private static final int MADV_DONTNEED = 4;
    private static final int MADV_HUGEPAGE = 14;
    private static final int KIBI = 1024;

    /** There is no huge page for a trial; the message says why. */
    public static final class Missing extends RuntimeException {
        private static final long serialVersionUID = 1;

        Missing(String why) {
            super(why);
        }
    }

    private HugePageAdvice() {
    }

    /**
     * Puts a block that begins and ends between huge pages into such pages. What was in it is lost: whatever the
     * allocator has touched lies in pages of the usual size already, so these are given back first.
     *
     * @throws Missing if the block is not in huge pages afterwards
     */
    static void back(long address, long bytes, int pageBytes) {
        advise(address, bytes, MADV_DONTNEED, "MADV_DONTNEED");
        advise(address, bytes, MADV_HUGEPAGE, "MADV_HUGEPAGE");
        for (long at = 0; at < bytes; at += pageBytes) {
            UnsafeApi.putByte(address + at, (byte) 0);
        }
        long huge;
        try {
            // It names files, which may have names of any encoding.
            huge = hugeBytes(Files.readAllLines(SMAPS, StandardCharsets.ISO_8859_1), address, bytes);
        } catch (IOException e) {
            throw new Missing(SMAPS + " cannot be read: " + e.getMessage());
        }
        if (huge < bytes) {
            throw new Missing("the kernel was asked for huge pages, but by " + SMAPS + " " + huge / KIBI + " of "
                + bytes / KIBI + " KiB are in one");
        }
    }

    /**
     * Returns how many bytes of a block lie in huge pages for certain. Of a mapping that is larger than the block it is
     * certain only where all of it does.
     *
     * @param smaps the lines of /proc/PID/smaps
     */
    static long hugeBytes(List<String> smaps, long address, long bytes) {
        long from = 0;
        long to = 0;
        for (String line : smaps) {
            Matcher mapping = MAPPING.matcher(line);
            Matcher huge = HUGE.matcher(line);
            if (mapping.matches()) {
                from = Long.parseUnsignedLong(mapping.group("from"), 16);
                to = Long.parseUnsignedLong(mapping.group("to"), 16);
            } else if (huge.matches() && from <= address && address + bytes <= to) {
                long all = Long.parseLong(huge.group("kibi")) * KIBI;
                return Math.max(0, bytes - (to - from - all));
            }
        }
        return 0;
    }

    private static void advise(long address, long bytes, int advice, String name) {
        try {
            Function madvise = NativeLibrary.getProcess().getFunction("madvise");
            if (madvise.invokeInt(new Object[] {new Pointer(address), new NativeLong(bytes), advice}) != 0) {
                throw new Missing("the kernel refuses " + name);
            }
        } catch (LinkageError e) {
            throw new Missing("no madvise here: " + e.getMessage());
        }
    }
}
