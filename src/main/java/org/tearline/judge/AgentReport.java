// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.trial.AccessClass;
import org.tearline.trial.Api;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.LowerCase;
import org.tearline.trial.ReadMode;
import org.tearline.trial.Tier;
import org.tearline.trial.Width;
import org.tearline.trial.WriteMode;
import org.tearline.verdict.Counts;

/**
 * The parts of an agent's report that are judged; see agent.schema.json. Thread-safe.
 *
 * @param ended false if the program was still running
 * @param taken when the counts were taken
 */
public record AgentReport(boolean ended, Instant started, Instant taken, Program process, Sizes geometry,
                          Options options, Watched watched, Hits hits, List<Site> sites) {
    /** Whether the same granules and promises apply to both reports. */
    public boolean fromTheSameKindOfMachine(AgentReport other) {
        return geometry.pages().equals(other.geometry.pages())
            && process.architecture.equals(other.process.architecture);
    }

    /** Whether the other report is of another process that ran at the same time. */
    boolean ranBeside(AgentReport other) {
        return !started.equals(other.started) && started.isBefore(other.taken) && other.started.isBefore(taken);
    }

    /** The watched JVM. */
    public record Program(String jvm, String javaVersion, String os, String architecture) {
    }

    /** @param granuleBytes only accesses across a multiple of this were reported; null for all misaligned ones */
    public record Sizes(int lineBytes, int pageBytes, Integer granuleBytes) {
        Geometry pages() {
            return new Geometry(lineBytes, pageBytes);
        }
    }

    /** @param ordered whether only accesses with a memory order were to be watched */
    public record Options(boolean ordered) {
    }

    /**
     * What was watched, with the words of the report's schema.
     *
     * @param loaded       classes of the program
     * @param classes      rewritten classes, counted each time they are transformed
     * @param attached     whether the agent was attached to the running program
     * @param running      methods that were running when the agent was attached, watched from their next call on
     * @param failures     number of classes that could not be rewritten
     * @param notRewritten the first of these classes
     */
    public record Watched(Set<String> kinds, Set<String> notWatched, long loaded, long classes, long instructions,
                          List<UnwatchedCalls> unwatchedCalls, boolean attached, List<String> running, long failures,
                          List<NotRewritten> notRewritten) {
    }

    /**
     * Calls of Unsafe that the agent does not see.
     *
     * @param kind  "method-handle" or "hidden-class"
     * @param first the method or class that contains the first of the calls, or null
     */
    public record UnwatchedCalls(String kind, long count, String first) {
    }

    /** A class that could not be rewritten. */
    public record NotRewritten(@JsonProperty("class") String type, String why) {
    }

    /**
     * Misaligned accesses that are missing from the sites.
     *
     * @param atSites  those that are not missing
     * @param unplaced because there were too many sites
     * @param lost     because they could not be recorded, for example when the stack was exhausted
     */
    public record Hits(long atSites, long unplaced, long lost) {
    }

    /**
     * Code that accesses misaligned values.
     *
     * @param object  class of the heap object; null for native memory
     * @param mapping mapping of the memory at the first hit; null in the heap or if unknown
     * @param site    index of the first frame outside the access libraries and their wrappers
     */
    public record Site(Access access, String memory, String object, long hits, List<Place> places, Values values,
                       Mapping mapping, int site, List<Frame> frames) {
        public Frame frame() {
            return frames.get(site);
        }

        /** Returns the mapped file that contains the value; null if it is unknown or there is none. */
        public String mappedFile() {
            if (mapping == null) {
                return null;
            }
            return mapping.file;
        }

        /** Returns text such as "A.get(A.java:12): getLongVolatile, volatile read of 8 bytes". */
        public String words() {
            return frame() + ": " + access.method + ", " + access.kind() + " of " + access.bytes + " bytes";
        }

        /** Identifies this site in the reports of other JVMs. */
        Object key() {
            return Arrays.asList(access, object, mapping, site, frames);
        }

        Site plus(Site other) {
            return new Site(access, memory, object, Counts.sum(hits, other.hits),
                Values.joined(places, other.places), values.plus(other.values),
                mapping, site, frames);
        }
    }

    /**
     * A method that was called.
     *
     * @param type     the class of the method
     * @param api      with the words of the report's schema
     * @param mode     as in the tester's options
     * @param inPieces whether the method of Unsafe is Java code until the JIT compiles it
     * @param bulk     whether a copy or fill accessed the value, whose width is then given
     */
    public record Access(@JsonProperty("class") String type, String method, String api, Operation operation,
                         String mode, int bytes, boolean inPieces, boolean bulk) {
        /** Only misaligned accesses are reported, so a segment's layout has no alignment. */
        private static final Map<String, Api> APIS = Map.of("buffer", Api.BYTEBUFFER, "view", Api.BUFFER_VIEW,
            "segment", Api.SEGMENT_UNALIGNED);
        /** What the JDK refuses at misaligned addresses has not changed since. */
        private static final int OLDEST_JAVA = 17;
        private static final String PLAIN = "plain";

        /** Returns a plain access that was not seen, of which only the side and the width matter. */
        static Access unseen(Operation side, int bytes) {
            boolean inPieces = false;
            boolean bulk = false;
            return new Access("unseen", "unseen", "unseen", side, PLAIN, bytes, inPieces, bulk);
        }

        boolean isPlain() {
            return mode.equals(PLAIN);
        }

        AccessClass instruction(Architecture architecture, Tier tier) {
            Width width = Width.of(bytes);
            if (operation == Operation.READ) {
                return AccessClass.of(ReadMode.valueOf(modeName()), width, tier, architecture);
            }
            return AccessClass.of(writeMode(), width, tier, architecture);
        }

        /** Returns a mode of the same class. The JDK implements bitwise updates as compare-and-set loops. */
        private WriteMode writeMode() {
            if (operation == Operation.WRITE) {
                return WriteMode.valueOf(modeName());
            }
            if (mode.equals("getandset") || mode.equals("getandadd")) {
                return WriteMode.GETANDADD;
            }
            return WriteMode.CAS;
        }

        /**
         * Whether Java code makes the misaligned access in pieces until the JIT compiles the call. The report says so
         * for Unsafe and the JDK's own accesses. Otherwise the API decides, except for copies and fills.
         */
        @Override
        public boolean inPieces() {
            if (APIS.containsKey(api)) {
                return APIS.get(api).inPieces() && !bulk;
            }
            return inPieces;
        }

        /** Whether the JDK refuses the access at a misaligned address, so it cannot have happened there. */
        boolean refused() {
            Api known = APIS.get(api);
            if (known == null) {
                return false;
            }
            Width width = Width.of(bytes);
            boolean aligned = false;
            if (operation == Operation.READ) {
                return known.refusal(ReadMode.valueOf(modeName()), width, aligned, OLDEST_JAVA) != null;
            }
            return known.refusal(writeMode(), width, aligned, OLDEST_JAVA) != null;
        }

        /** Returns text such as "volatile read". */
        public String kind() {
            return mode + " " + operation;
        }

        private String modeName() {
            return mode.toUpperCase(Locale.ROOT);
        }

        /** Whether the mode is one of the operation. */
        boolean known() {
            return switch (operation) {
                case READ -> isOneOf(ReadMode.values());
                case WRITE -> isOneOf(WriteMode.values());
                case UPDATE -> true;
            };
        }

        private boolean isOneOf(Enum<?>[] modes) {
            return Stream.of(modes).anyMatch(one -> one.name().equals(modeName()));
        }
    }

    /** Whether an access reads, writes, or both. */
    public enum Operation {
        READ, WRITE, UPDATE;

        @Override
        public String toString() {
            return LowerCase.of(this);
        }
    }

    /** @param offset from the start of the line; in an object, whose line is unknown, from a multiple of 8 */
    public record Place(int offset, boolean crossesPage) {
    }

    /**
     * How threads share the tracked values of a site: each value counts as one kind of evidence. The schema explains
     * the kinds.
     *
     * @param known     number of tracked values; 0 if the agent lost count
     * @param orderedBy what put the accesses in order, most values first
     * @param untracked the values that were only counted
     * @param mostThreads the most that touched one value, counted up to the limit
     * @param group     the same for all sites of a report that touched the same value
     */
    public record Values(long known, long oneThread, long locked, long ordered, long unordered, long unknown,
                         List<Source> orderedBy, List<Reason> unknownWhy, Untracked untracked, int mostThreads,
                         int threadLimit, int group) {
        public long shared() {
            return known - oneThread;
        }

        /** Whether two threads make conflicting accesses that nothing orders. */
        boolean isUnordered() {
            return unordered > 0 || untracked.unordered;
        }

        /** Whether the agent cannot tell how threads share some of the values. */
        boolean isUnknown() {
            return known == 0 || unknown > 0 || untracked.unknown;
        }

        boolean addUp() {
            return known == Counts.sum(List.of(oneThread, locked, ordered, unordered, unknown));
        }

        /** Returns the sum. If the agent lost count in either operand, all counts are 0. */
        private Values plus(Values other) {
            Untracked all = untracked.plus(other.untracked);
            if (known == 0 || other.known == 0) {
                return new Values(0, 0, 0, 0, 0, 0, List.of(), List.of(), all, 0, threadLimit, group);
            }
            return new Values(known + other.known, oneThread + other.oneThread, locked + other.locked,
                ordered + other.ordered, unordered + other.unordered, unknown + other.unknown,
                joined(orderedBy, other.orderedBy), joined(unknownWhy, other.unknownWhy), all,
                Math.max(mostThreads, other.mostThreads), threadLimit, group);
        }

        private static <T> List<T> joined(List<T> some, List<T> others) {
            return Stream.concat(some.stream(), others.stream()).distinct().toList();
        }
    }

    /**
     * What put conflicting accesses in order.
     *
     * @param source with the words of the report's schema
     * @param name   of the class or field; null if it has none
     */
    public record Source(String source, String name) {
    }

    /** @param why with the words of the report's schema */
    record Reason(String why) {
    }

    /**
     * Values that are not tracked.
     *
     * @param unordered whether one of them is known to be accessed in no order
     * @param unknown   whether one of them may be
     */
    public record Untracked(boolean unordered, boolean unknown) {
        private Untracked plus(Untracked other) {
            return new Untracked(unordered || other.unordered, unknown || other.unknown);
        }
    }

    /**
     * @param file   null for anonymous memory
     * @param shared whether other processes see the stores
     */
    public record Mapping(String file, boolean shared) {
    }

    /** A stack frame; its file and line are null if unknown. */
    public record Frame(@JsonProperty("class") String type, String method, String file, Integer line) {
        public boolean inJdk() {
            return Stream.of("java.", "jdk.", "sun.", "com.sun.").anyMatch(type::startsWith);
        }

        @Override
        public String toString() {
            String name = type + "." + method;
            if (file == null) {
                return name;
            }
            if (line == null) {
                return name + "(" + file + ")";
            }
            return name + "(" + file + ":" + line + ")";
        }
    }
}
