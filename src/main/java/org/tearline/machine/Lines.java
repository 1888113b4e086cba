// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.UnsafeApi;
import org.tearline.machine.Machine.Found;
import org.tearline.trial.Geometry;

/**
 * The cache lines and pages of a machine. A null is not known.
 *
 * @param geometry  what trials compute with: the line of the first CPU's first cache, or the usual one where no file
 *                  tells, because a trial cannot do without
 * @param lineBytes the line on which all data caches agree
 * @param pageBytes the page of virtual memory
 */
public record Lines(Geometry geometry, Found<Integer> lineBytes, Found<Integer> pageBytes) {
    /** On x86-64 and most AArch64 CPUs; used where the kernel does not tell. */
    private static final int USUAL_LINE_BYTES = 64;
    /** Apple's CPUs and POWER. */
    private static final int LARGE_LINE_BYTES = 128;
    /** z/Architecture. */
    private static final int MAINFRAME_LINE_BYTES = 256;
    /** The smallest page of every instruction set but SPARC, for captured machines. */
    private static final int USUAL_PAGE_BYTES = 4096;
    private static final int APPLE_PAGE_BYTES = 16_384;
    private static final String SMAPS = "proc/self/smaps";
    private static final Pattern KERNEL_PAGE = Pattern.compile("(?m)^KernelPageSize:\\s+(\\d{1,5}) kB$");

    static Lines of(Linux kernel, Found<Integer> dataLine, Jvm jvm) {
        return new Lines(geometry(kernel, jvm), dataLine, jvm == null ? null : page(kernel));
    }

    /** The geometry for trials, from two files and this JVM. */
    static Geometry geometry(Linux kernel, Jvm jvm) {
        int line = kernel.lineBytes().orElseGet(() -> jvm == null ? USUAL_LINE_BYTES : usualLineBytes(jvm.arch()));
        Found<Integer> page = jvm == null ? null : page(kernel);
        return new Geometry(line, page == null ? usualPageBytes(jvm) : page.value());
    }

    /** The page size, also in a program that keeps the JVM's internals closed to the library. */
    private static Found<Integer> page(Linux kernel) {
        try {
            return new Found<>(UnsafeApi.pageSize(), "Unsafe.pageSize");
        } catch (LinkageError e) {
            return kernel.text(SMAPS).map(KERNEL_PAGE::matcher).filter(Matcher::find)
                .map(size -> new Found<>(Integer.parseInt(size.group(1)) << 10, "/" + SMAPS)).orElse(null);
        }
    }

    private static int usualPageBytes(Jvm jvm) {
        return jvm != null && apple(jvm.arch()) ? APPLE_PAGE_BYTES : USUAL_PAGE_BYTES;
    }

    private static boolean apple(String arch) {
        return Os.MACOS && arch.equals("aarch64");
    }

    private static int usualLineBytes(String arch) {
        return arch.equals("s390x") ? MAINFRAME_LINE_BYTES : apple(arch) || arch.startsWith("ppc64") ? LARGE_LINE_BYTES
            : USUAL_LINE_BYTES;
    }
}
