package org.tearline.agent.access;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The line and page size of this machine. Immutable.
 *
 * @param lineBytes size of a cache line, a power of two
 * @param pageBytes size of a page, a power of two
 * @param lineFrom  where the size of the line comes from: system, option or assumed
 */
public record Geometry(int lineBytes, int pageBytes, String lineFrom) {
    /** Linux tells it here, in bytes. */
    private static final Path LINE_FILE = Path.of("/sys/devices/system/cpu/cpu0/cache/index0/coherency_line_size");
    /** The bounds of what a line can be: 16 bytes on an i486, 256 on s390x; the next size up leaves room. */
    private static final int SMALLEST_LINE = 16;
    private static final int LARGEST_LINE = 512;
    /** For a JVM without jdk.unsupported. */
    private static final int USUAL_PAGE = 4096;

    /** What the system says; where it says nothing, what is known of the processor's kind. */
    public static Geometry ofThisMachine() {
        int pageBytes = askPageBytes();
        try {
            int told = Integer.parseInt(Files.readString(LINE_FILE).trim());
            if (validLine(told)) {
                return new Geometry(told, pageBytes, "system");
            }
        } catch (IOException | NumberFormatException e) {
            // Not Linux, or a container without /sys: the next best is to assume.
        }
        return new Geometry(assumed(System.getProperty("os.arch"), System.getProperty("os.name")), pageBytes,
            "assumed");
    }

    /** Unsafe.pageSize, by reflection: javac warns of the class. It is none of the methods that the JDK warns of. */
    private static int askPageBytes() {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field only = unsafe.getDeclaredField("theUnsafe");
            only.setAccessible(true);
            return (int) unsafe.getMethod("pageSize").invoke(only.get(null));
        } catch (ReflectiveOperationException e) {
            return USUAL_PAGE;
        }
    }

    /** The same with a line size that somebody asked for. */
    public Geometry withLine(int bytes) {
        return new Geometry(bytes, pageBytes, "option");
    }

    /** Whether a line can have this size. */
    public static boolean validLine(int bytes) {
        return bytes >= SMALLEST_LINE && bytes <= LARGEST_LINE && Integer.bitCount(bytes) == 1;
    }

    /** 256 on s390x, 128 on POWER and Apple's processors, 64 elsewhere. */
    static int assumed(String architecture, String system) {
        String name = architecture.toLowerCase(Locale.ROOT);
        if (name.startsWith("s390")) {
            return 256;
        }
        boolean apple = system.startsWith("Mac") && name.equals("aarch64");
        return name.startsWith("ppc") || apple ? 128 : 64;
    }
}
