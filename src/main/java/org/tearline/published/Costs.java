// SPDX-License-Identifier: Apache-2.0
package org.tearline.published;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tearline.plan.ReadMode;
import org.tearline.platform.MeasuredLine;

/**
 * Holds what accesses cost on a machine, as the benchmarks of bench/ measured it: the part of a result file that only
 * the kind costs has. Times are whole picoseconds, because a result file has no fractions. Immutable.
 *
 * @param profile    how long each thing was measured: quick or full
 * @param harness    the version of JMH
 * @param cpus       how many threads could run at once
 * @param groups     one per question, each once
 * @param remedies   whether each remedy is right on this CPU, in the order of the measurements
 * @param line       how large a line is by what it costs; null if nobody asked
 */
public record Costs(String profile, String harness, int cpus, List<Group> groups, List<Judged> remedies, Line line) {
    /** How many picoseconds a nanosecond has. */
    public static final int PICOS = 1_000;

    /** Names what is asked. */
    public enum Question {
        CLOCK, OFFSET_COST, NATIVE, REMEDIES, FALSE_SHARING, COUNTERS, JYTHON_COUNTERS, QUEUES, PING, BYSTANDER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Names what differs within a series. */
    public enum Axis {
        WHAT("what"), OFFSET_BYTES("offsetBytes"), DISTANCE_BYTES("distanceBytes"), LAYOUT("layout"),
        THREADS("threads"), REMEDY("remedy"), QUEUE("queue"), WAY("way"), MESSAGE_BYTES("messageBytes"),
        NEIGHBOUR("neighbour");

        private final String word;

        Axis(String word) {
            this.word = word;
        }

        /** Returns whether its points are numbers. */
        public boolean numeric() {
            return this == OFFSET_BYTES || this == DISTANCE_BYTES || this == THREADS || this == MESSAGE_BYTES;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /** Names what another CPU does meanwhile: nothing, locks on an aligned value, or locks on one across a line. */
    public enum Neighbour {
        IDLE, ALIGNED_LOCKS, SPLIT_LOCKS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A mean over a loop of operations, or a percentile of single ones; the least and the largest of all. */
    public enum Metric {
        TIME("time"), LATENCY_50("latency-50"), LATENCY_90("latency-90"), LATENCY_99("latency-99"),
        LATENCY_999("latency-999"), LEAST("least"), LATENCY_9999("latency-9999"), LARGEST("largest");

        private final String word;

        Metric(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /** Names why something was not measured. */
    public enum Reason {
        CPUS, REFUSED, FAULTS, FORBIDDEN, SLOWED, SHORT_RUN, IMPOSSIBLE, FAILED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Says whether a remedy is right: torn values were seen, none were, or nobody looked. */
    public enum Right {
        WRONG, NONE_SEEN, UNKNOWN;

        /** Returns the answer that the counts give; null stands for a tester that was not asked. */
        public static Right of(Own own, Asked tester) {
            return own.torn > 0 || tester != null && tester.torn > 0 ? WRONG
                : own.changes == 0 && tester == null ? UNKNOWN : NONE_SEEN;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** One question with its measurements. */
    public record Group(Question id, List<Times> series, List<Missing> leftOut) {
        /** Absent lists are empty ones. */
        public Group {
            series = series == null ? List.of() : List.copyOf(series);
            leftOut = leftOut == null ? List.of() : List.copyOf(leftOut);
        }
    }

    /** Something that was not measured, by name. */
    public record Missing(String what, Reason why) {
    }

    /** All that was set beside what the axis says; what a group does not set is null. */
    public record Setting(String operation, Integer widthBytes, String set, Long setBytes, Integer strideBytes,
                          String side, String memory, String mode, Integer threads, String counter, String adder,
                          String place, Integer processes, String way, String omission) {
        /** Of anything but queues and round trips. */
        public Setting(String operation, Integer widthBytes, String set, Long setBytes, Integer strideBytes,
                       String side, String memory, String mode, Integer threads, String counter, String adder) {
            this(operation, widthBytes, set, setBytes, strideBytes, side, memory, mode, threads, counter, adder, null,
                null, null, null);
        }

        /**
         * Of queues and round trips.
         *
         * @param place    of a queue's counters
         * @param omission whether a round trip is as it was sent or corrected for coordinated omission
         */
        public static Setting between(int processes, String place, String way, String omission) {
            return new Setting(null, null, null, null, null, null, null, null, null, null, null, place, processes, way,
                omission);
        }

        /** The same words in the same order, whatever the kind of series. */
        public String words() {
            StringBuilder words = new StringBuilder();
            for (Object part : new Object[] {operation, widthBytes, set, side, memory, mode, threads, counter, adder,
                setBytes, strideBytes, place, processes, way, omission}) {
                words.append(part == null ? "" : (words.isEmpty() ? "" : " ") + part);
            }
            return words.toString();
        }
    }

    /**
     * Measurements along one axis; every list that is there is as long as the points.
     *
     * @param at          points that are numbers; null where they are names
     * @param names       points that are names; null where they are numbers
     * @param samples     how many each median is of
     * @param forks       in how many JVMs; null in files from before they were counted
     * @param medianPicos of one operation of one thread
     * @param lowPicos    with highPicos the least and the largest median of several forks; of one fork the 95 %
     *                    interval of the median, below six samples the least and the largest
     */
    public record Times(Setting setting, Metric metric, Axis axis, List<Integer> at, List<String> names,
                        List<Long> samples, List<Integer> forks, List<Long> medianPicos, List<Long> lowPicos,
                        List<Long> highPicos,
                        Counted counts, Delivered delivered) {
        /** Nobody changes them. */
        public Times {
            at = copy(at);
            names = copy(names);
            samples = copy(samples);
            forks = copy(forks);
            medianPicos = copy(medianPicos);
            lowPicos = copy(lowPicos);
            highPicos = copy(highPicos);
        }

        /** Returns how many points there are. */
        public int size() {
            return axis.numeric() ? size(at) : size(names);
        }

        private static int size(List<?> points) {
            return points == null ? 0 : points.size();
        }

        /** Returns the point in words. */
        public String point(int index) {
            return axis.numeric() ? at.get(index).toString() : names.get(index);
        }

        /** Returns where a point is; -1 where it was not measured. */
        public int index(String point) {
            return IntStream.range(0, size()).filter(index -> point(index).equals(point)).findFirst().orElse(-1);
        }

        /** Returns the nanoseconds at a point, if it was measured. */
        public Optional<Double> nanos(String point) {
            int index = index(point);
            return index < 0 ? Optional.empty() : Optional.of(nanos(index));
        }

        /** Returns the nanoseconds at the point of this index. */
        public double nanos(int index) {
            return (double) medianPicos.get(index) / PICOS;
        }
    }

    /** Holds what was counted beside the times, point by point; a list is null where it has no meaning. */
    public record Counted(List<Long> increments, List<Long> lost, List<Long> reads, List<Long> changes,
                          List<Long> torn, List<Long> retries, List<Long> lockedAcross) {
        /** Nobody changes them. */
        public Counted {
            increments = copy(increments);
            lost = copy(lost);
            reads = copy(reads);
            changes = copy(changes);
            torn = copy(torn);
            retries = copy(retries);
            lockedAcross = copy(lockedAcross);
        }
    }

    /** Holds what the benchmark itself saw of a remedy while it was timed. */
    public record Own(long reads, long changes, long torn) {
    }

    /** The tester's verdict of the same write and read at the same offset. */
    public record Asked(String write, String read, int offset, String verdict, String strength, long changes,
                        long torn) {
    }

    /** A remedy and what is known of it; the tester is null where it has no verdict. */
    public record Judged(String remedy, Own own, Asked tester, Right right) {
    }

    /**
     * Says how large a line is by what it costs, and from which boundary on it tears values.
     *
     * @param tester verdicts of ordered writes read by exchange, for the store, and of CAS writes read by a volatile
     *               load, for the load, with four of the eight bytes beyond each boundary up to the line
     */
    public record Line(MeasuredLine cost, List<Asked> tester) {
        /** Absent lists are empty ones. */
        public Line {
            tester = tester == null ? List.of() : List.copyOf(tester);
        }

        /** Returns the verdicts of the store, whose read is locked; or of the load, whose write is. */
        public List<Asked> of(boolean store) {
            return tester.stream().filter(asked -> ReadMode.EXCHANGE.toString().equals(asked.read()) == store).toList();
        }
    }

    /** Absent lists are empty ones. */
    public Costs {
        groups = groups == null ? List.of() : List.copyOf(groups);
        remedies = remedies == null ? List.of() : List.copyOf(remedies);
    }

    /** Returns the measurements that answer a question. */
    public List<Times> series(Question question) {
        return groups.stream().filter(group -> group.id == question).flatMap(group -> group.series.stream()).toList();
    }

    /** Returns what was not measured of a question. */
    public List<Missing> leftOut(Question question) {
        return groups.stream().filter(group -> group.id == question).flatMap(group -> group.leftOut.stream()).toList();
    }

    /** Nanoseconds of a cycle of the core, if they were measured. */
    public Optional<Double> cycleNanos() {
        return series(Question.CLOCK).stream().flatMap(times -> times.nanos("cycle").stream()).findFirst();
    }

    static <T> List<T> copy(List<T> list) {
        return list == null ? null : List.copyOf(list);
    }
}
