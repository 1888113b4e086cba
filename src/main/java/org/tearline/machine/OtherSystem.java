// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.tearline.machine.Topology.Cache;
import org.tearline.machine.Topology.Cpu;

/**
 * What macOS and Windows, which have no /proc, say about the hardware. Thread-safe.
 *
 * @param lineBytes null if the line size is unknown, or differs between data caches
 */
record OtherSystem(String source, CpuModel cpu, Topology topology, Integer lineBytes) {
    private static final String REGISTRY = "HKLM\\HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0";
    /** The size of Windows' SYSTEM_LOGICAL_PROCESSOR_INFORMATION; where its fields are, and their values in winnt.h. */
    private static final int ENTRY = 32;
    private static final int RELATION = 8;
    private static final int LEVEL = 16;
    private static final int LINE = 18;
    private static final int BYTES = 20;
    private static final int TYPE = 24;
    private static final int CORE = 0;
    private static final int CACHE = 2;
    private static final int PACKAGE = 3;
    private static final List<String> TYPES = List.of("Unified", "Instruction", "Data", "Trace");

    static Optional<OtherSystem> find() {
        try {
            if (Os.MACOS) {
                return Optional.of(ofSysctl(output("sysctl", "hw", "machdep.cpu")));
            }
            if (Os.WINDOWS) {
                return Optional.of(ofWindows(output("reg", "query", REGISTRY), processors()));
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            // The hardware stays unknown.
        }
        return Optional.empty();
    }

    /** Reads what macOS' sysctl prints. Apple's CPUs have no vendor there. Assumes adjacent SMT siblings. */
    static OtherSystem ofSysctl(String text) {
        int cpus = number(text, "hw.logicalcpu");
        int perCore = cpus / number(text, "hw.physicalcpu");
        int perSocket = cpus / number(text, "hw.packages");
        List<Cpu> all = IntStream.range(0, cpus)
            .mapToObj(one -> new Cpu(one, one - one % perCore, one - one % perSocket))
            .toList();
        CpuModel cpu = CpuModel.numbered(value(text, "machdep.cpu.vendor").orElse("Apple"),
            number(text, "machdep.cpu.family"), number(text, "machdep.cpu.model"),
            number(text, "machdep.cpu.stepping"), value(text, "machdep.cpu.brand_string").orElse(null));
        return new OtherSystem("sysctl", cpu, new Topology(all, List.of(), true),
            number(text, "hw.cachelinesize"));
    }

    /** Reads what reg prints, and what GetLogicalProcessorInformation returns. */
    static OtherSystem ofWindows(String registry, ByteBuffer processors) {
        Optional<String> identifier = value(registry, "Identifier");
        CpuModel cpu = CpuModel.numbered(value(registry, "VendorIdentifier").orElse(null),
            number(identifier, "Family"), number(identifier, "Model"), number(identifier, "Stepping"),
            value(registry, "ProcessorNameString").orElse(null));
        Topology topology = topology(processors);
        return new OtherSystem("Windows", cpu, topology, topology.lineBytes().orElse(null));
    }

    /** Returns a value from the output of sysctl or reg. */
    private static Optional<String> value(String text, String name) {
        return Pattern.compile("(?m)^ *" + name + "(:| +REG_SZ) +(.*\\S)").matcher(text).results()
            .map(line -> line.group(2))
            .findFirst();
    }

    private static Integer number(String text, String name) {
        return value(text, name).map(Integer::valueOf).orElse(null);
    }

    /** Returns a number from Windows' identifier of an x86 CPU, such as "Intel64 Family 6 Model 85 Stepping 7". */
    private static Integer number(Optional<String> identifier, String name) {
        return identifier.filter(text -> text.contains("Stepping"))
            .map(text -> Integer.valueOf(text.replaceFirst(".*" + name + " (\\d+).*", "$1")))
            .orElse(null);
    }

    private static Topology topology(ByteBuffer processors) {
        SortedMap<Integer, Integer> cores = new TreeMap<>();
        Map<Integer, Integer> sockets = new TreeMap<>();
        List<Cache> caches = new ArrayList<>();
        for (int entry = 0; entry < processors.limit(); entry += ENTRY) {
            BitSet mask = BitSet.valueOf(new long[] {processors.getLong(entry)});
            List<Integer> cpus = mask.stream().boxed().toList();
            switch (processors.getInt(entry + RELATION)) {
                case CORE -> cpus.forEach(cpu -> cores.put(cpu, cpus.get(0)));
                case PACKAGE -> cpus.forEach(cpu -> sockets.put(cpu, cpus.get(0)));
                case CACHE -> caches.add(new Cache(processors.get(entry + LEVEL),
                    TYPES.get(processors.getInt(entry + TYPE)), (long) processors.getInt(entry + BYTES),
                    (int) processors.getShort(entry + LINE), cpus));
                default -> { }
            }
        }
        List<Cpu> all = cores.keySet().stream()
            .map(cpu -> new Cpu(cpu, cores.get(cpu), sockets.getOrDefault(cpu, 0)))
            .toList();
        return new Topology(all, caches, true);
    }

    /** Returns the CPUs of the process's processor group, the only one within which threads can be pinned. */
    private static ByteBuffer processors() {
        IntByReference bytes = new IntByReference();
        Function call = NativeLibrary.getInstance("kernel32").getFunction("GetLogicalProcessorInformation");
        // The first call fails and returns the size.
        call.invokeInt(new Object[] {null, bytes});
        Memory entries = new Memory(bytes.getValue());
        call.invokeInt(new Object[] {entries, bytes});
        return entries.getByteBuffer(0, bytes.getValue()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Runs a command and returns its standard output. */
    static String output(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
}
