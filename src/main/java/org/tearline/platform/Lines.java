package org.tearline.platform;

import java.util.List;
import org.agrona.UnsafeApi;
import org.tearline.plan.Geometry;

/**
 * The cache lines and pages of a machine. Immutable, any thread; a null is not known.
 *
 * @param geometry  what trials reckon with: the line of the first CPU's first cache, or the usual one where no file
 *                  tells, because a trial cannot do without
 * @param lineBytes the line on which all data caches agree
 * @param pageBytes the page of virtual memory
 */
public record Lines(Geometry geometry, Found<Integer> lineBytes, Found<Integer> pageBytes) {
    /** What all x86-64 and most AArch64 CPUs have; used where the kernel does not tell. */
    private static final int USUAL_LINE_BYTES = 64;
    /** Apple's CPUs and all of POWER that a JVM runs on. */
    private static final int LARGE_LINE_BYTES = 128;
    /** Every machine that has z/Architecture. */
    private static final int MAINFRAME_LINE_BYTES = 256;
    /** The smallest page of every instruction set but SPARC, for machines whose page no captured file tells. */
    private static final int USUAL_PAGE_BYTES = 4096;
    private static final String FILES = "/" + TopologyReader.FOLDER + "cpu*/cache/index*/coherency_line_size";

    /** The lines and pages below a root. */
    static Lines of(Kernel kernel, NativeCpu nativeCpu, Topology topology, Jvm jvm) {
        int line = kernel.lineBytes().orElseGet(() -> jvm == null ? USUAL_LINE_BYTES : usualLineBytes(jvm.arch()));
        Found<Integer> page = jvm == null ? null : new Found<>(UnsafeApi.pageSize(), "Unsafe.pageSize");
        return new Lines(new Geometry(line, page == null ? USUAL_PAGE_BYTES : page.value()),
            common(topology, nativeCpu), page);
    }

    private static Found<Integer> common(Topology topology, NativeCpu nativeCpu) {
        List<Integer> sizes = topology.caches().stream().filter(cache -> cache.holdsData() && cache.lineBytes() != null)
            .map(Cache::lineBytes).distinct().toList();
        return sizes.size() == 1 ? new Found<>(sizes.get(0), FILES)
            : nativeCpu == null ? null : Found.of(nativeCpu.lineBytes(), NativeCpu.SOURCE);
    }

    private static int usualLineBytes(String arch) {
        boolean apple = System.getProperty("os.name").startsWith("Mac") && arch.equals("aarch64");
        return arch.equals("s390x") ? MAINFRAME_LINE_BYTES : apple || arch.startsWith("ppc64") ? LARGE_LINE_BYTES
            : USUAL_LINE_BYTES;
    }
}
