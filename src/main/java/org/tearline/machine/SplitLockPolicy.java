// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tearline.trial.LowerCase;
import org.tearline.trial.SplitLocks;

/**
 * How the CPU and the kernel are configured for split locks. This does not prove what happens: a guest sees neither the
 * CPU flags nor the command line of its host. An unknown setting is null.
 *
 * @param detect      whether this kernel reports that the CPU can raise an exception on a split lock
 * @param busLock     whether this kernel reports that the CPU can trap after a bus lock
 * @param commandLine the value of split_lock_detect=; null if there is none or Linux ignores it
 * @param mitigate    whether the kernel delays threads that execute split locks, under {@link Action#WARN}
 */
public record SplitLockPolicy(Boolean detect, Boolean busLock, String commandLine, Boolean mitigate) {
    public static final String COMMAND_LINE = "/proc/cmdline";
    public static final String MITIGATE = "/proc/sys/kernel/split_lock_mitigate";
    private static final Pattern OPTION = Pattern.compile("(?:^|\\s)split_lock_detect=(\\S*)");
    /** The values that Linux accepts. Any other leaves the default. */
    private static final Pattern VALUE = Pattern.compile("off|warn|fatal|ratelimit:(?:[1-9]\\d{0,2}|1000)");

    /** What the kernel does about a split lock, as named in result files. */
    public enum Action {
        OFF,
        /** Logs split locks and, since Linux 5.19, delays their threads unless split_lock_mitigate is 0. */
        WARN,
        /** Limits the number of split locks per second. */
        RATELIMIT,
        /** Sends SIGBUS. */
        FATAL,
        /** Not visible, as in most guests. */
        UNKNOWN;

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }

    /** Keeps only the value of split_lock_detect= from the command line, the rest of which is private. */
    static SplitLockPolicy of(KernelFiles kernel, Cpuinfo cpuinfo) {
        Optional<List<String>> flags = cpuinfo.x86Flags();
        return new SplitLockPolicy(flags.map(all -> all.contains("split_lock_detect")).orElse(null),
            flags.map(all -> all.contains("bus_lock_detect")).orElse(null), commandLine(kernel),
            kernel.line("proc/sys/kernel/split_lock_mitigate").filter(text -> text.matches("[01]"))
                .map("1"::equals).orElse(null));
    }

    public static SplitLockPolicy of(KernelFiles kernel) {
        return of(kernel, Cpuinfo.of(kernel));
    }

    /** Whether trials may use split locks here. Only a measurement shows whether the kernel slows them. */
    public static SplitLocks permitted(boolean wanted) {
        if (!wanted) {
            return SplitLocks.FORBIDDEN_BY_USER;
        }
        KernelFiles kernel = KernelFiles.live();
        // Reads other files only if the command line says fatal.
        if (action(commandLine(kernel)) == Action.FATAL && of(kernel).fatal()) {
            return SplitLocks.FATAL;
        }
        return SplitLocks.ALLOWED;
    }

    /** Whether the kernel is configured to kill a process for a split lock, and may be able to detect one. */
    public boolean fatal() {
        return configured() == Action.FATAL && !(Boolean.FALSE.equals(detect) && Boolean.FALSE.equals(busLock));
    }

    /** The configured action, or the default for a CPU that detects split locks; otherwise UNKNOWN. */
    public Action configured() {
        if (commandLine == null && Boolean.TRUE.equals(detect)) {
            return Action.WARN;
        }
        return action(commandLine);
    }

    /** The action of an option such as {@code ratelimit:10}; UNKNOWN for null. */
    private static Action action(String option) {
        return Stream.of(Action.values())
            .filter(named -> option != null && option.startsWith(named.toString()))
            .findFirst()
            .orElse(Action.UNKNOWN);
    }

    /** If the option is repeated, Linux uses the last one. */
    private static String commandLine(KernelFiles kernel) {
        return kernel.text("proc/cmdline").stream()
            .flatMap(text -> OPTION.matcher(text).results())
            .map(found -> found.group(1))
            .reduce((earlier, later) -> later)
            .filter(value -> VALUE.matcher(value).matches())
            .orElse(null);
    }
}
