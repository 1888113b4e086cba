package org.tearline.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.tearline.engine.SplitLockTrial;
import org.tearline.plan.Architecture;
import org.tearline.plan.Geometry;
import org.tearline.plan.Placement;
import org.tearline.platform.CpuIdentity;
import org.tearline.platform.Facts;
import org.tearline.platform.Kernel;
import org.tearline.platform.Platform;
import org.tearline.platform.Probe;
import org.tearline.platform.SplitLockCost;
import org.tearline.platform.SplitLockPolicy;
import org.tearline.promise.CpuTraits;
import org.tearline.promise.Guarantees;
import org.tearline.published.PublishedMachine;
import org.tearline.report.FactsText;
import org.tearline.report.PromiseJson;
import org.tearline.report.PromiseText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code tester probe}: what machine this is, and what is promised for it. */
@Command(name = "probe", sortOptions = false, mixinStandardHelpOptions = true,
    header = "Print what the tests rely on: CPU, caches, kernel, JVM, promises.",
    description = {"", "Every fact comes with the file or API that says so. What is not known is left out, never"
        + " guessed.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:printed", "2:wrong usage", "4:internal error", "130:interrupted"})
final class ProbeCommand implements Callable<Integer> {
    private static final int SCHEMA_VERSION = 1;
    /** Only decides which placements there are, and those are the same for every page size. */
    private static final int ANY_PAGE_BYTES = 4096;
    private static final int ANY_LINE_BYTES = 64;
    /** The last version of Arm without AArch64. */
    private static final String ARMV7 = "7";

    @Spec
    private CommandSpec spec;

    @Option(names = "--sysroot", paramLabel = "DIR", description = {
        "Read another machine's captured proc and sys below this folder, as lscpu --sysroot does. What only a running"
            + " machine can tell is then left out. Default: this machine"})
    private Path sysroot;

    @Option(names = "--json", defaultValue = "false",
        description = "Print one JSON object and nothing else on standard output.")
    private boolean json;

    @Option(names = "--no-split-locks", defaultValue = "false", description = {
        "Do not time locked operations across a line. Otherwise two thousand at most are made, in some 3 ms, or far"
            + " fewer where the kernel slows them."})
    private boolean noSplitLocks;

    @Option(names = "--verbose", defaultValue = "false", description = "Print stack traces of errors.")
    private boolean verbose;

    private final PrintStream out;

    ProbeCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Probe probe = open();
        Facts facts = probe.facts(sysroot == null ? splitLocks() : null);
        Guarantees guarantees = Guarantees.load();
        CpuTraits traits = probe.identity().map(cpu -> traits(cpu, probe)).orElse(null);
        List<Placement> placements = placements(probe);
        if (json) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("schemaVersion", SCHEMA_VERSION);
            object.put("live", sysroot == null);
            object.put("facts", facts.asMap());
            if (traits != null) {
                object.put("promises", PromiseJson.object(guarantees, traits, placements));
            }
            out.println(JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build()
                .writeValueAsString(object));
        } else {
            FactsText.print(facts, out);
            if (traits != null) {
                out.println();
                PromiseText.print(guarantees, traits, placements, out);
            }
        }
        out.flush();
        return 0;
    }

    private Probe open() {
        if (sysroot == null) {
            return new Probe(Kernel.live(), true);
        }
        if (!Files.isDirectory(sysroot)) {
            throw new ParameterException(spec.commandLine(), "--sysroot " + sysroot + ": no such folder");
        }
        Probe probe = new Probe(new Kernel(sysroot), false);
        if (!probe.findsMachine()) {
            throw new ParameterException(spec.commandLine(), "--sysroot " + sysroot
                + ": neither proc/cpuinfo nor sys/devices/system/cpu/online in it can be read");
        }
        return probe;
    }

    private SplitLockCost splitLocks() throws IOException, InterruptedException {
        Platform platform = Platform.of(Kernel.live());
        if (!platform.rules().hasSplitLocks()) {
            return SplitLockCost.notTimed("only x86 has split locks");
        }
        if (noSplitLocks) {
            return SplitLockCost.notTimed("--no-split-locks");
        }
        return SplitLockTrial.run(new Geometry(platform.lineBytes(), platform.pageBytes()),
            SplitLockPolicy.of(Kernel.live()));
    }

    /** A captured machine is taken to run a 64-bit JVM if its CPU can. */
    private CpuTraits traits(CpuIdentity cpu, Probe probe) {
        return PublishedMachine.traits(probe, sysroot == null ? Architecture.of(System.getProperty("os.arch"))
            : switch (cpu.isa()) {
                case X86 -> Architecture.X86_64;
                case ARM -> cpu.family() == null || cpu.family().equals(ARMV7) ? Architecture.OTHER
                    : Architecture.AARCH64;
                case RISCV -> Architecture.RISCV64;
                case POWER -> Architecture.PPC64;
                case S390 -> Architecture.S390X;
                case LOONGARCH -> Architecture.LOONGARCH64;
            });
    }

    /** The placements that a long can have here, found by trying every offset. */
    private static List<Placement> placements(Probe probe) {
        Geometry geometry = new Geometry(probe.lineBytes().orElse(ANY_LINE_BYTES), ANY_PAGE_BYTES);
        return IntStream.range(0, ANY_PAGE_BYTES).mapToObj(offset -> Placement.of(offset, Long.BYTES, geometry))
            .distinct().sorted().toList();
    }
}
