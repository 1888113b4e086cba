// SPDX-License-Identifier: Apache-2.0
package org.tearline.submission;

import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.plan.Architecture;
import org.tearline.promise.CpuFeature;
import org.tearline.published.CpuPair;
import org.tearline.published.Environment;
import org.tearline.published.PublishedCpu;
import org.tearline.published.PublishedSplitLockPolicy;
import org.tearline.published.PublishedTopology;
import org.tearline.published.ResultFile;
import org.tearline.published.SplitLockFinding;

/** Tells whether the facts about a machine fit each other. Thread-safe. */
final class HostCheck implements Check {
    private static final Map<CpuFeature, Set<String>> HAVING = Map.of(CpuFeature.AVX, Set.of("x86_64", "x86"),
        CpuFeature.USCAT, Set.of("aarch64", "arm"), CpuFeature.ZAMA16B, Set.of("riscv64"));
    /** No JDK 17 runs on an older one. */
    private static final int FIRST_LINUX = 2;
    /** Linux 5 came in 2019, and one major version comes in three to four years; the next one may be early. */
    private static final int LINUX_IN_2019 = 5;
    private static final int YEARS_BETWEEN = 3;
    private static final int LINUX_YEAR = 2019;
    /** Of the other systems, and of minor versions: ten times what there is. */
    private static final int MOST_VERSION = 200;
    /** POWER has eight, and nobody more; of x86 only Xeon Phi has four. */
    private static final int MOST_THREADS = 8;
    private static final int X86_THREADS = 2;
    private static final int PHI_THREADS = 4;
    private static final Set<Integer> PHI_MODELS = Set.of(0x57, 0x85);
    private static final int FIRST_MINOR_OF_LINUX_2 = 6;
    /** The oldest that had ports of JDK 17. */
    private static final int FIRST_FREEBSD = 11;
    /** Windows 7 to 8.1; later ones are all called 10.0. */
    private static final Pattern WINDOWS = Pattern.compile("6\\.[1-3]|[1-9]\\d\\.0");
    /** Far above what hardware takes: below it nothing is said to slow a lock down. */
    private static final long SLOWED_NANOS = 1_000_000;
    /** Linux sleeps 10 ms. */
    private static final long MOST_NANOS = 1_000_000_000;
    /** Seen are 3 to 19. */
    private static final long MOST_ALIGNED_NANOS = 1_000;

    @Override
    public void check(ResultFile file, Findings findings) {
        Environment environment = file.environment();
        if (environment.cpu().features() != null) {
            environment.cpu().features().stream().filter(feature -> !HAVING.get(feature).contains(environment.arch()))
                .forEach(feature -> findings.add(ValidationRule.FEATURES, "/environment/cpu/features", feature
                    + " on " + environment.arch()));
        }
        if (environment.os().kernel() != null) {
            checkKernel(environment.os().family(), environment.os().kernel(), file.date(), findings);
        }
        if (environment.os().imitatedBy() != null) {
            findings.add(ValidationRule.IMITATED, "/environment/os/imitatedBy", environment.os().imitatedBy()
                + " is no " + environment.os().family());
        }
        checkTopology(environment, environment.topology(), findings);
        if (environment.pinning() != null && environment.pinning().had() && !environment.pinning().asked()) {
            findings.add(ValidationRule.PLACEMENT, "/environment/pinning", "had what nobody asked for");
        }
        checkPlacements(file, environment.topology(), findings);
        if (environment.splitLocks() != null) {
            checkSplitLocks(environment.splitLocks(), findings);
        }
    }

    private static void checkKernel(String family, String kernel, LocalDate date, Findings findings) {
        String[] parts = kernel.split("\\.");
        int major = Integer.parseInt(parts[0]);
        int minor = Integer.parseInt(parts[1]);
        boolean linux = family.equals("linux");
        int newest = linux ? LINUX_IN_2019 + 1 + (date.getYear() - LINUX_YEAR) / YEARS_BETWEEN : MOST_VERSION;
        int oldest = linux ? FIRST_LINUX : family.equals("freebsd") ? FIRST_FREEBSD : 1;
        if (major < oldest || major > newest || minor > MOST_VERSION
            || linux && major == FIRST_LINUX && minor < FIRST_MINOR_OF_LINUX_2
            || family.equals("windows") && !WINDOWS.matcher(major + "." + minor).matches()) {
            findings.add(ValidationRule.OS, "/environment/os/kernel", "no " + family + " " + kernel);
        }
    }

    private static void checkTopology(Environment environment, PublishedTopology topology, Findings findings) {
        PublishedCpu cpu = environment.cpu();
        int most = environment.architecture() != Architecture.X86_64 ? MOST_THREADS
            : cpu.model() != null && PHI_MODELS.contains(cpu.model()) ? PHI_THREADS : X86_THREADS;
        boolean none = Stream.of(topology.sockets(), topology.cores(), topology.threads(), topology.usable())
            .filter(Objects::nonNull).anyMatch(count -> count == 0);
        boolean many = topology.threads() != null && topology.cores() != null
            && topology.threads() > most * topology.cores();
        if (none || many) {
            findings.add(ValidationRule.PLACEMENT, "/environment/topology", none ? "none of something that runs"
                : topology.threads() + " CPUs of " + topology.cores() + " cores");
        }
    }

    private static void checkPlacements(ResultFile file, PublishedTopology topology, Findings findings) {
        boolean macos = file.environment().os().family().equals("macos");
        boolean pinned = file.environment().pinning() != null && file.environment().pinning().had()
            || file.placements().stream().anyMatch(CpuPair::pinned);
        if (macos && pinned) {
            findings.add(ValidationRule.PLACEMENT, "/environment/pinning", "macOS pins no thread");
        }
        for (CpuPair placement : file.placements()) {
            String lacking = switch (placement.name()) {
                case SMT_SIBLINGS -> topology.threads() != null && topology.cores() != null
                    && topology.threads() <= topology.cores() ? "no core has two CPUs" : null;
                case SAME_L2, SAME_L3, OTHER_L3, SAME_SOCKET -> isOne(topology.cores()) ? "there is one core"
                    : topology.sockets() != null && topology.cores() != null && topology.cores() <= topology.sockets()
                    ? "no socket has two cores" : null;
                case OTHER_SOCKET -> isOne(topology.sockets()) ? "there is one socket" : null;
                case UNKNOWN, UNPINNED -> null;
            };
            if (lacking != null) {
                findings.add(ValidationRule.PLACEMENT, "/placements", placement.name() + ", but " + lacking);
            }
        }
    }

    private static boolean isOne(Integer count) {
        return count != null && count <= 1;
    }

    private static void checkSplitLocks(SplitLockFinding finding, Findings findings) {
        Long nanos = finding.nanos();
        if (nanos == null ? finding.throttled() : finding.policy() == PublishedSplitLockPolicy.FATAL) {
            wrong(findings, nanos == null ? "slowed, and not timed" : "timed where one of them ends the process");
        }
        if (finding.alignedNanos() != null && finding.alignedNanos() > MOST_ALIGNED_NANOS) {
            wrong(findings, "an aligned locked operation took " + finding.alignedNanos() + " ns");
        }
        Long first = finding.firstNanos();
        if (finding.alignedNanos() != null && (finding.alignedNanos() == 0
            || first != null && first < finding.alignedNanos())) {
            wrong(findings, "an aligned locked operation took " + finding.alignedNanos() + " ns, the first one across a"
                + " line " + first);
        }
        Long worst = finding.worstNanos();
        if (finding.throttled() && nanos != null && (worst == null ? nanos : worst) < SLOWED_NANOS) {
            wrong(findings, "slowed, and none took more than " + (worst == null ? nanos : worst) + " ns");
        }
        if (nanos != null && nanos > MOST_NANOS) {
            wrong(findings, "no kernel makes each wait for " + nanos + " ns");
        }
        if (nanos != null && finding.alignedNanos() != null && nanos < finding.alignedNanos()) {
            wrong(findings, "a locked operation across a line took " + nanos + " ns, an aligned one "
                + finding.alignedNanos());
        }
        if (worst != null && (finding.firstNanos() != null && worst < finding.firstNanos()
            || nanos != null && worst < nanos)) {
            wrong(findings, "the slowest took " + worst + " ns, others " + (nanos == null ? "" : nanos + " and ")
                + finding.firstNanos());
        }
        if (nanos == null && (finding.alignedNanos() != null || worst != null || finding.firstNanos() != null)
            || (worst == null) != (finding.firstNanos() == null)) {
            wrong(findings, "some times without the others");
        }
    }

    private static void wrong(Findings findings, String what) {
        findings.add(ValidationRule.SPLIT_LOCKS, "/environment/splitLocks", what);
    }
}
