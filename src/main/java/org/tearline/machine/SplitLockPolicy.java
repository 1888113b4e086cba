// SPDX-License-Identifier: Apache-2.0
package org.tearline.machine;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tearline.trial.AccessRules.SplitLocks;

/**
 * What CPU and kernel say about detecting split locks. None of it proves what happens: a guest sees neither the flag
 * nor its host's command line. A null is not known.
 *
 * @param detect      whether the CPU can raise an exception on a split lock, as this kernel sees it
 * @param busLock     whether the CPU can trap after a bus lock, as this kernel sees it
 * @param commandLine the value of split_lock_detect=
 * @param mitigate    whether the kernel would make an offender wait
 */
public record SplitLockPolicy(Boolean detect, Boolean busLock, String commandLine, Boolean mitigate) {
    public static final String COMMAND_LINE = "/proc/cmdline";
    public static final String MITIGATE = "/proc/sys/kernel/split_lock_mitigate";
    private static final Pattern OPTION = Pattern.compile("(?:^|\\s)split_lock_detect=([a-z]+(?::\\d{1,6})?)(?=\\s|$)");

    /** What the kernel does about a split lock, in the words of result files. */
    public enum Action {
        OFF,
        /** Makes the offender sleep, one at a time. */
        WARN,
        /** Allows so many per second. */
        RATELIMIT,
        /** Sends SIGBUS. */
        FATAL,
        /** Not to be seen from here, as in most guests. */
        UNKNOWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Reads the policy below a root. Nothing else on the command line is kept: it is private. */
    static SplitLockPolicy of(Linux kernel, Optional<Cpuinfo> cpuinfo) {
        Optional<List<String>> flags = cpuinfo.flatMap(Cpuinfo::x86Flags);
        return new SplitLockPolicy(flags.map(all -> all.contains("split_lock_detect")).orElse(null),
            flags.map(all -> all.contains("bus_lock_detect")).orElse(null), commandLine(kernel),
            kernel.line("proc/sys/kernel/split_lock_mitigate").filter(text -> text.matches("[01]"))
                .map("1"::equals).orElse(null));
    }

    public static SplitLockPolicy of(Linux kernel) {
        return of(kernel, kernel.text("proc/cpuinfo").map(Cpuinfo::parse));
    }

    /** Whether this machine's kernel kills; reads one short file unless it was told to. */
    public static boolean isFatal(Linux kernel) {
        return action(commandLine(kernel)) == Action.FATAL && of(kernel).fatal();
    }

    public static SplitLocks permits(Linux kernel, boolean wanted) {
        return !wanted ? SplitLocks.FORBIDDEN_BY_USER : isFatal(kernel) ? SplitLocks.FATAL : SplitLocks.ALLOWED;
    }

    /** Whether the kernel was told to kill for a split lock, and may be able to detect one. */
    public boolean fatal() {
        return asked() == Action.FATAL && !(Boolean.FALSE.equals(detect) && Boolean.FALSE.equals(busLock));
    }

    /** What the kernel was told to do, or does by default with a CPU that detects them. */
    public Action asked() {
        return commandLine == null && Boolean.TRUE.equals(detect) ? Action.WARN : action(commandLine);
    }

    private static Action action(String option) {
        return Arrays.stream(Action.values()).filter(action -> option != null && option.startsWith(action.toString()))
            .findFirst().orElse(Action.UNKNOWN);
    }

    private static String commandLine(Linux kernel) {
        return kernel.text("proc/cmdline").map(OPTION::matcher).filter(Matcher::find).map(found -> found.group(1))
            .orElse(null);
    }
}
