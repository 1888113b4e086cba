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

    /**
     * What a locked operation across a line costs compared with an aligned one, or why it was not timed.
     *
     * @param singles operations across a line, timed one by one; null if none was timed
     * @param means   operations in a row; null if none was timed
     * @param reason  why it was not timed, or how the worker died of it; null if it was timed
     */
    public record SplitLockCost(Finding finding, Singles singles, Means means, String reason) {
        /** What kernel and hypervisor do about split locks. */
        public enum Finding {
            /** As fast as the hardware. */
            NATIVE,
            /** Far slower than hardware every time: the offender is made to wait. */
            SLOWED,
            /** The kernel kills the process. */
            FATAL,
            NOT_TIMED;

            @Override
            public String toString() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }
        }

        /**
         * Operations across a line, each timed on its own.
         *
         * @param firstNanos the first that the worker made: the one that a kernel in warn mode punishes
         * @param bestNanos  the quickest
         * @param worstNanos the slowest, which may have met an interrupt
         */
        public record Singles(long firstNanos, long bestNanos, long worstNanos) {
        }

        /**
         * Operations in a row, the mean of the best row; null where something slows them and no row was made.
         *
         * @param alignedNanos  crossing nothing
         * @param across8Nanos  across 8 bytes, but not across 16
         * @param across16Nanos across 16 bytes, but not across 32
         * @param across32Nanos across 32 bytes, inside a line
         * @param lineNanos     across a line
         */
        public record Means(long alignedNanos, Long across8Nanos, Long across16Nanos, Long across32Nanos,
                            Long lineNanos) {
        }

        /** The best time across a line: the mean of a series, else the fastest single; null if none was timed. */
        public Long crossingNanos() {
            if (singles == null) {
                return null;
            }
            return means.lineNanos() == null ? Long.valueOf(singles.bestNanos()) : means.lineNanos();
        }

        /** What trials may do; where nobody could time them, the trials will tell. */
        public SplitLocks permitted() {
            return switch (finding) {
                case NATIVE, NOT_TIMED -> SplitLocks.ALLOWED;
                case SLOWED -> SplitLocks.SLOWED;
                case FATAL -> SplitLocks.FATAL;
            };
        }

        public static SplitLockCost timed(boolean slowed, Singles singles, Means means) {
            return new SplitLockCost(slowed ? Finding.SLOWED : Finding.NATIVE, singles, means, null);
        }

        public static SplitLockCost fatal(String reason) {
            return new SplitLockCost(Finding.FATAL, null, null, reason);
        }

        public static SplitLockCost notTimed(String reason) {
            return new SplitLockCost(Finding.NOT_TIMED, null, null, reason);
        }
    }
}
