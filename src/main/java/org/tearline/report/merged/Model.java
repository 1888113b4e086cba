package org.tearline.report.merged;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import org.tearline.plan.Geometry;
import org.tearline.platform.Emulated;
import org.tearline.promise.CpuTraits;
import org.tearline.result.file.Cpu;
import org.tearline.result.file.Environment;

/**
 * What makes two reports be about the same thing: CPU key, instruction set, line and page size, and whether it was
 * emulated. Immutable.
 *
 * @param arch as result files have it
 * @param key  the CPU's grouping key
 */
public record Model(boolean emulated, String arch, String key, Geometry geometry) implements Comparable<Model> {
    private static final Geometry USUAL = new Geometry(64, 4096);
    private static final Map<String, String> ISA = Map.of("x86_64", "x86", "aarch64", "arm", "riscv64", "riscv",
        "ppc64le", "power", "ppc64", "power", "s390x", "s390", "loongarch64", "loongarch");
    private static final Comparator<Model> ORDER = Comparator.comparing(Model::emulated).thenComparing(Model::key)
        .thenComparing(Model::arch).thenComparing(model -> model.geometry.pageBytes())
        .thenComparing(model -> model.geometry.lineBytes());

    static Model of(Environment environment) {
        return new Model(environment.emulated() == Emulated.YES, environment.arch(), environment.cpu().key(),
            environment.geometry());
    }

    /** Names it in links: the CPU key alone, as long as nothing is unusual. */
    public String id() {
        return key + (geometry.equals(USUAL) ? "" : "-line" + geometry.lineBytes() + "-page" + geometry.pageBytes())
            + (emulated ? "-emulated-" + arch : "");
    }

    /** Whether locked instructions are x86's. */
    public boolean x86() {
        return arch.equals(Environment.X86_64);
    }

    /** What promises depend on. Files do not say which features a CPU has, so rules that ask for one do not apply. */
    CpuTraits traits(Cpu cpu) {
        boolean arm = arch.equals("aarch64");
        return new CpuTraits(ISA.getOrDefault(arch, arch), cpu.vendor(),
            arm && cpu.family() == null ? Integer.valueOf(8) : cpu.family(), cpu.model(), (Set<String>) null);
    }

    @Override
    public int compareTo(Model other) {
        return ORDER.compare(this, other);
    }
}
