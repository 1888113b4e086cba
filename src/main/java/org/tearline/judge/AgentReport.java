// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.tearline.plan.Alignment;
import org.tearline.plan.Architecture;
import org.tearline.plan.Geometry;
import org.tearline.plan.ReadMode;
import org.tearline.plan.Tier;
import org.tearline.plan.WriteMode;
import org.tearline.promise.AccessClass;
import org.tearline.promise.PairClass;
import org.tearline.published.ExportedFile;
import org.tearline.published.Quoted;
import org.tearline.published.UnreadableExport;

/**
 * Holds what the agent wrote of a program, as far as a judgement needs it; agent.schema.json has all of it. Immutable.
 */
public record AgentReport(Program process, Lines geometry, List<Site> sites) {
    /** 1,024 sites with 32 frames each, and what they need. */
    public static final int MAX_BYTES = 64 << 20;

    private static final String SCHEMA = "/schema/agent.schema.json";

    /** Holds what ran. */
    public record Program(String jvm, String javaVersion, String os, String architecture) {
    }

    /** Holds what the agent took for a line and a page. */
    public record Lines(int lineBytes, int pageBytes) {
    }

    /**
     * Some lines of code that access misaligned values.
     *
     * @param object  class of the object of the heap; null in native memory
     * @param mapping null where the system does not tell
     * @param site    index of the first frame outside the libraries that make the accesses
     */
    public record Site(Access access, String object, long hits, List<Place> places, Values values, Mapping mapping,
                       int site, List<Frame> frames) {

        /** Returns the frame that calls the access. */
        public Frame frame() {
            return frames.get(site);
        }

        /** Returns what makes it the same site in another report. */
        private Site key() {
            return new Site(access, object, 0, List.of(), null, mapping, site, frames);
        }

        private Site plus(Site other) {
            Map<Place, Long> all = new LinkedHashMap<>();
            Stream.concat(places.stream(), other.places.stream()).forEach(place -> all.merge(
                new Place(place.offset, place.crossesLine, place.crossesPage, 0), place.hits, Long::sum));
            return new Site(access, object, hits + other.hits, all.entrySet().stream()
                .map(place -> new Place(place.getKey().offset, place.getKey().crossesLine, place.getKey().crossesPage,
                    place.getValue())).toList(),
                values.plus(other.values), mapping, site, frames);
        }

        /** Returns whether other processes can see the values. */
        public boolean seenByProcesses() {
            return mapping != null && mapping.shared;
        }

        /**
         * Returns whether another thread or process can see half of a value; it can, too, where the agent lost count.
         */
        public boolean shared() {
            return seenByProcesses() || values.shared > 0 || values.known == 0;
        }
    }

    /** The watched method, in the tester's words. */
    public record Access(String method, Operation operation, String mode, int bytes) {

        /** Returns the kind of instruction that it is. */
        AccessClass on(Architecture architecture) {
            return switch (operation) {
                case READ -> AccessClass.of(ReadMode.valueOf(mode.toUpperCase(Locale.ROOT)), architecture);
                case WRITE -> AccessClass.of(WriteMode.valueOf(mode.toUpperCase(Locale.ROOT)), Tier.C2, architecture);
                // The bitwise ones are loops of compare-and-set in the JDK.
                case UPDATE -> AccessClass.of(mode.equals("getandset") || mode.equals("getandadd")
                    ? WriteMode.GETANDADD : WriteMode.CAS, Tier.C2, architecture);
            };
        }

        /**
         * Returns the kinds of write and read that it can be one half of, the one with an ordinary other half first.
         */
        public List<PairClass> pairs() {
            return switch (operation) {
                case READ -> List.of(PairClass.ORDINARY, PairClass.LOCKED_WRITE);
                case WRITE -> List.of(PairClass.ORDINARY, PairClass.LOCKED_READ);
                case UPDATE -> List.of(PairClass.LOCKED_WRITE, PairClass.LOCKED_READ, PairClass.BOTH_LOCKED);
            };
        }

        private boolean known() {
            return switch (operation) {
                case READ -> known(ReadMode.values());
                case WRITE -> known(WriteMode.values());
                case UPDATE -> true;
            };
        }

        private boolean known(Enum<?>[] modes) {
            return Arrays.stream(modes).anyMatch(one -> one.toString().equals(mode));
        }
    }

    /** Names what an access does. */
    public enum Operation {
        @JsonProperty("read")
        READ,
        @JsonProperty("write")
        WRITE,
        @JsonProperty("update")
        UPDATE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Hits at one offset.
     *
     * @param offset from the start of the line; in an object, whose line is not known, from a multiple of eight
     */
    public record Place(int offset, boolean crossesLine, boolean crossesPage, long hits) {
        /** Objects begin at multiples of eight; a value that crosses one may come to lie across a line. */
        Alignment placement(Access access, boolean heap, Lines lines) {
            if (heap) {
                return offset + access.bytes <= Long.BYTES ? Alignment.INSIDE_8 : Alignment.ACROSS_LINE;
            }
            return crossesPage ? Alignment.ACROSS_PAGE : crossesLine ? Alignment.ACROSS_LINE
                : Alignment.of(offset, access.bytes, new Geometry(lines.lineBytes, lines.pageBytes));
        }
    }

    /** Says who touched the values of a site. */
    public record Values(long known, long shared, int mostThreads, int threadLimit) {
        /** Returns both; where one lost count, so does the sum. */
        private Values plus(Values other) {
            return known == 0 || other.known == 0 ? new Values(0, 0, Math.max(mostThreads, other.mostThreads),
                threadLimit) : new Values(known + other.known, shared + other.shared,
                Math.max(mostThreads, other.mostThreads), Math.max(threadLimit, other.threadLimit));
        }
    }

    /** The memory behind a site: a file, and whether other processes see what is stored. */
    public record Mapping(String file, boolean shared) {
    }

    /** One frame of a stack. */
    public record Frame(@JsonProperty("class") String type, String method, String file, Integer line) {
        @Override
        public String toString() {
            return type + "." + method + (file == null ? "" : "(" + file + (line == null ? "" : ":" + line) + ")");
        }
    }

    /** Reads the bytes of a report, or says in one line why they are none. */
    public static AgentReport parse(byte[] bytes) throws UnreadableExport {
        AgentReport report = ExportedFile.parse(bytes, SCHEMA, AgentReport.class);
        for (int i = 0; i < report.sites.size(); i++) {
            Site site = report.sites.get(i);
            if (!site.access.known()) {
                throw new UnreadableExport("/sites/" + i + "/access: a " + site.access.operation + " cannot be "
                    + site.access.mode);
            }
            if (site.site >= site.frames.size()) {
                throw new UnreadableExport("/sites/" + i + "/site: there are " + site.frames.size() + " frames");
            }
        }
        return report;
    }

    /**
     * Returns the reports of several JVMs of one test run as one: equal sites are one site, with the sum of their hits.
     *
     * @throws UnreadableExport if they come from machines with other lines, pages or instruction sets
     */
    public static AgentReport merged(List<AgentReport> reports) throws UnreadableExport {
        AgentReport first = reports.get(0);
        if (reports.size() == 1) {
            return first;
        }
        Map<Site, Site> sites = new LinkedHashMap<>();
        for (AgentReport report : reports) {
            if (!report.geometry.equals(first.geometry)
                || !report.process.architecture.equals(first.process.architecture)) {
                throw new UnreadableExport("from a machine of another kind than the first report: "
                    + Quoted.of(report.process.architecture) + ", lines of " + report.geometry.lineBytes
                    + " bytes, pages of " + report.geometry.pageBytes);
            }
            report.sites.forEach(site -> sites.merge(site.key(), site, Site::plus));
        }
        return new AgentReport(first.process, first.geometry, List.copyOf(sites.values()));
    }

    /** Refuses absent elements. */
    public AgentReport {
        sites = List.copyOf(Objects.requireNonNull(sites));
    }
}
