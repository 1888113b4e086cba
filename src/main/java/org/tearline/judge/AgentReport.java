// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.tearline.file.Examination.UnreadableFile;
import org.tearline.file.ExportedFile;
import org.tearline.promise.AccessClass;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;
import org.tearline.trial.Width;

/** The parts of an agent's report that are judged; see agent.schema.json. Thread-safe. */
public record AgentReport(Program process, Geometry geometry, Options options, List<Site> sites) {
    /** 64 times the size of a report with 1,024 sites of one frame each. */
    private static final int MAX_BYTES = 64 << 20;

    public AgentReport {
        Objects.requireNonNull(process);
        int lineBytes = geometry.lineBytes();
        if (Integer.bitCount(lineBytes) != 1 || Integer.bitCount(geometry.pageBytes()) != 1
            || lineBytes > geometry.pageBytes() || sites.stream().flatMap(site -> site.places.stream())
                .anyMatch(place -> place.offset < 0 || place.offset >= lineBytes)) {
            throw new IllegalArgumentException(geometry.toString());
        }
        sites = sites.stream().map(site -> options.plain ? site : site.with(site.hits, site.places,
            site.values.withoutPlain())).toList();
    }

    /** @throws UnreadableFile if the file is not an agent's report */
    public static AgentReport read(Path file) throws IOException, UnreadableFile {
        return ExportedFile.read(file, MAX_BYTES, AgentReport.class);
    }

    /** Whether the same granules and promises apply to both reports. */
    public boolean fromTheSameKindOfMachine(AgentReport other) {
        return geometry.equals(other.geometry) && process.architecture.equals(other.process.architecture);
    }

    /** The watched JVM. */
    public record Program(String jvm, String javaVersion, String os, String architecture) {
        public Program {
            Objects.requireNonNull(architecture);
        }
    }

    /** @param plain whether plain accesses were watched; if not, a later plain write may have been missed */
    public record Options(boolean plain) {
    }

    /**
     * Code that accesses misaligned values.
     *
     * @param object    class of the heap object; null for native memory
     * @param mapping   the mapped file; null if unknown
     * @param site      index of the first frame outside the access libraries
     */
    public record Site(Access access, String object, long hits, List<Place> places, Values values, Mapping mapping,
                       int site, List<Frame> frames) {
        public Site {
            Objects.requireNonNull(access);
            Objects.requireNonNull(values);
            Objects.checkIndex(site, frames.size());
            places = List.copyOf(places);
            frames = List.copyOf(frames);
        }

        public Frame frame() {
            return frames.get(site);
        }

        /** Whether another thread of the process may read a half-written value; true if the agent lost count. */
        boolean contended() {
            return values.known == 0 || values.shared > values.publishedOnce + values.handedOver + values.locked;
        }

        /** Identifies this site in the reports of other JVMs. */
        List<Object> key() {
            return Arrays.asList(access, object, mapping, site, frames);
        }

        Site plus(Site other) {
            return with(hits + other.hits, Stream.concat(places.stream(), other.places.stream()).distinct().toList(),
                values.plus(other.values));
        }

        private Site with(long newHits, List<Place> newPlaces, Values newValues) {
            return new Site(access, object, newHits, newPlaces, newValues, mapping, site, frames);
        }
    }

    /**
     * @param type the class of the method
     * @param mode as in the tester's options
     */
    public record Access(@JsonProperty("class") String type, String method, Operation operation, String mode,
                         int bytes) {
        private static final Set<String> CHECKED = Set.of("java.nio.ByteBuffer", "java.nio.MappedByteBuffer",
            "java.lang.invoke.VarHandle", "java.lang.foreign.MemorySegment");

        public Access {
            Objects.requireNonNull(type);
            Objects.requireNonNull(method);
            if (Width.of(bytes).isVector() || instruction(operation, mode, Architecture.X86_64) == null) {
                throw new IllegalArgumentException(bytes + " bytes");
            }
        }

        AccessClass on(Architecture architecture) {
            return instruction(operation, mode, architecture);
        }

        /** Whether Java code makes a misaligned access in pieces until the JIT compiles the call. */
        boolean inPieces() {
            return CHECKED.contains(type);
        }

        private static AccessClass instruction(Operation operation, String mode, Architecture architecture) {
            return switch (operation) {
                case READ -> AccessClass.of(ReadMode.valueOf(mode.toUpperCase(Locale.ROOT)), architecture);
                case WRITE -> AccessClass.of(WriteMode.valueOf(mode.toUpperCase(Locale.ROOT)), Tier.C2, architecture);
                // The JDK implements bitwise updates as compare-and-set loops.
                case UPDATE -> AccessClass.of(mode.equals("getandset") || mode.equals("getandadd")
                    ? WriteMode.GETANDADD : WriteMode.CAS, Tier.C2, architecture);
            };
        }
    }

    /** Whether an access reads, writes, or both. */
    public enum Operation {
        READ, WRITE, UPDATE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param offset from the start of the line; in an object, whose line is unknown, from a multiple of 8 */
    public record Place(int offset, boolean crossesPage) {
    }

    /**
     * Counts of the values at a site and of the threads that touched them.
     *
     * @param known         number of values; 0 if the agent lost count
     * @param group         the same for all sites of a report that touched the same value
     * @param publishedOnce shared values that were written only before a second thread touched them
     * @param handedOver    shared values that no thread touched again once another thread had touched them
     * @param locked        shared values accessed by locked instructions only; a value is in at most one of the last
     *                      three counts
     */
    public record Values(long known, long shared, int mostThreads, int group, long publishedOnce, long handedOver,
                         long locked) {
        /** Returns the sum, which is unknown if either operand is. */
        private Values plus(Values other) {
            return known == 0 ? this : other.known == 0 ? other : new Values(known + other.known,
                shared + other.shared, Math.max(mostThreads, other.mostThreads), group,
                publishedOnce + other.publishedOnce, handedOver + other.handedOver, locked + other.locked);
        }

        private Values withoutPlain() {
            return new Values(known, shared, mostThreads, group, 0, 0, locked);
        }
    }

    /** @param shared whether other processes see the stores */
    public record Mapping(String file, boolean shared) {
    }

    /** A stack frame. */
    public record Frame(@JsonProperty("class") String type, String method, String file, Integer line) {
        @Override
        public String toString() {
            return type + "." + method + (file == null ? "" : "(" + file + (line == null ? "" : ":" + line) + ")");
        }
    }
}
