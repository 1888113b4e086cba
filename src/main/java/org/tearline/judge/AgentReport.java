// SPDX-License-Identifier: Apache-2.0
package org.tearline.judge;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.file.Examination.UnreadableFile;
import org.tearline.file.Examination.ValidationRule;
import org.tearline.file.ExportedFile;
import org.tearline.file.Quoted;
import org.tearline.promise.AccessClass;
import org.tearline.trial.Architecture;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;

/** What the agent wrote of a program, as far as a judgement needs it; agent.schema.json has all of it. */
public record AgentReport(Program process, Lines geometry, Options options, List<Site> sites) {
    /** 64 times what one JVM writes: 1,024 sites of one frame. */
    private static final int MAX_BYTES = 64 << 20;

    static final String PLAIN = "plain";

    /** What ran. */
    public record Program(String jvm, String javaVersion, String os, String architecture) {
    }

    /** Whether plain accesses were watched: else a plain write after the last one seen was missed. */
    public record Options(boolean plain) {
    }

    /** What the agent took for a line and a page. */
    public record Lines(int lineBytes, int pageBytes) {
        public Lines {
            if (Integer.bitCount(lineBytes) != 1 || Integer.bitCount(pageBytes) != 1 || lineBytes > pageBytes) {
                throw new IllegalArgumentException(lineBytes + ", " + pageBytes);
            }
        }
    }

    /**
     * Some lines of code that access misaligned values.
     *
     * @param object  class of the object of the heap; null in native memory
     * @param mapping null where the system does not tell
     * @param site    index of the first frame outside the libraries that make the accesses
     * @param estimated whether the hits were told from those of other sites by samples
     */
    public record Site(Access access, String object, long hits, List<Place> places, Values values, Mapping mapping,
                       int site, List<Frame> frames, Boolean estimated) {
        public Site {
            Objects.requireNonNull(access);
            Objects.requireNonNull(values);
            estimated = estimated != null && estimated;
            places = List.copyOf(places);
            frames = List.copyOf(frames);
        }

        public Frame frame() {
            return frames.get(site);
        }

        /** The parts that identify a site in another report. */
        private Site key() {
            return new Site(access, object, 0, List.of(), Values.NONE, mapping, site, frames, false);
        }

        private Site plus(Site other) {
            Map<Place, Long> all = new LinkedHashMap<>();
            Stream.concat(places.stream(), other.places.stream()).forEach(place -> all.merge(
                new Place(place.offset, place.crossesPage, 0), place.hits, Long::sum));
            return new Site(access, object, hits + other.hits, all.entrySet().stream()
                .map(place -> new Place(place.getKey().offset, place.getKey().crossesPage, place.getValue())).toList(),
                values.plus(other.values), mapping, site, frames, estimated || other.estimated);
        }

        private Site in(int group) {
            return new Site(access, object, hits, places, values.in(group), mapping, site, frames, estimated);
        }

        private Site withoutPlain() {
            return new Site(access, object, hits, places, new Values(values.known, values.shared, values.mostThreads,
                values.threadLimit, values.group, 0L, 0L, values.locked), mapping, site, frames, estimated);
        }

        /** Whether other processes may map the memory. */
        public boolean seenByProcesses() {
            return mapping != null && mapping.shared;
        }

        /** Whether another thread of the process may see half of a value. Assumed where no value was tracked. */
        public boolean contended() {
            return values.contended() || values.known == 0;
        }
    }

    /** The watched method, in the tester's words. */
    public record Access(String method, Operation operation, String mode, int bytes) {
        public Access {
            Objects.requireNonNull(method);
            Objects.requireNonNull(operation);
            Objects.requireNonNull(mode);
        }

        /** The kind of instruction that an access is. */
        static AccessClass on(Operation operation, String mode, Architecture architecture) {
            return switch (operation) {
                case READ -> AccessClass.of(ReadMode.valueOf(mode.toUpperCase(Locale.ROOT)), architecture);
                case WRITE -> AccessClass.of(WriteMode.valueOf(mode.toUpperCase(Locale.ROOT)), Tier.C2, architecture);
                // The bitwise ones are loops of compare-and-set in the JDK.
                case UPDATE -> AccessClass.of(mode.equals("getandset") || mode.equals("getandadd")
                    ? WriteMode.GETANDADD : WriteMode.CAS, Tier.C2, architecture);
            };
        }

        private boolean known() {
            return bytes >= Short.BYTES && bytes <= Long.BYTES && Integer.bitCount(bytes) == 1 && switch (operation) {
                case READ -> known(ReadMode.values());
                case WRITE -> known(WriteMode.values());
                case UPDATE -> true;
            };
        }

        private boolean known(Enum<?>[] modes) {
            return Arrays.stream(modes).anyMatch(one -> one.toString().equals(mode));
        }
    }

    /** What an access does. */
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
    public record Place(int offset, boolean crossesPage, long hits) {
    }

    /**
     * Who touched the values of a site. A shared value counts for one of the last three at most, which older reports
     * lack.
     *
     * @param group the same for sites of one report that touched a common value
     */
    public record Values(long known, long shared, int mostThreads, int threadLimit, int group, Long publishedOnce,
                         Long handedOver, Long locked) {
        private static final Values NONE = new Values(0, 0, 0, 0, 0, 0L, 0L, 0L);

        /** Takes what an older report does not tell for none. */
        public Values {
            publishedOnce = publishedOnce == null ? 0 : publishedOnce;
            handedOver = handedOver == null ? 0 : handedOver;
            locked = locked == null ? 0 : locked;
        }

        /** Where one lost count, so does the sum. */
        private Values plus(Values other) {
            boolean lost = known == 0 || other.known == 0;
            return lost ? new Values(0, 0, Math.max(mostThreads, other.mostThreads), threadLimit, group, 0L, 0L, 0L)
                : new Values(known + other.known, shared + other.shared, Math.max(mostThreads, other.mostThreads),
                    threadLimit, group, publishedOnce + other.publishedOnce, handedOver + other.handedOver,
                    locked + other.locked);
        }

        private Values in(int common) {
            return new Values(known, shared, mostThreads, threadLimit, common, publishedOnce, handedOver, locked);
        }

        private boolean contended() {
            return shared > publishedOnce + handedOver + locked;
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

    /** Reads a report. */
    public static AgentReport read(Path file) throws IOException, UnreadableFile {
        AgentReport report = ExportedFile.read(file, MAX_BYTES, AgentReport.class);
        for (int i = 0; i < report.sites.size(); i++) {
            Site site = report.sites.get(i);
            if (!site.access.known()) {
                throw unreadable("/sites/" + i + "/access: a " + site.access.operation + " cannot be "
                    + Quoted.of(site.access.mode) + " or of " + site.access.bytes + " bytes");
            }
            if (site.site < 0 || site.site >= site.frames.size()) {
                throw unreadable("/sites/" + i + "/site: there are " + site.frames.size() + " frames");
            }
            if (site.places.stream().anyMatch(place -> place.offset < 0 || place.offset >= report.geometry.lineBytes)) {
                throw unreadable("/sites/" + i + "/places: an offset is not within a line");
            }
        }
        return report.options.plain ? report : new AgentReport(report.process, report.geometry, report.options,
            report.sites.stream().map(Site::withoutPlain).toList());
    }

    /**
     * The reports of several JVMs of one test run as one: equal sites are one site, with the sum of their hits.
     *
     * @throws UnreadableFile if they come from machines with other lines, pages or instruction sets
     */
    public static AgentReport merged(List<AgentReport> reports) throws UnreadableFile {
        AgentReport first = reports.get(0);
        if (reports.size() == 1) {
            return first;
        }
        Map<Site, Integer> numbers = new HashMap<>();
        List<Site> sites = new ArrayList<>();
        List<Integer> groups = new ArrayList<>();
        for (AgentReport report : reports) {
            Map<Integer, Integer> known = new HashMap<>();
            if (!report.geometry.equals(first.geometry)
                || !report.process.architecture.equals(first.process.architecture)) {
                throw unreadable("from a machine of another kind than the first report: "
                    + Quoted.of(report.process.architecture) + ", lines of " + report.geometry.lineBytes
                    + " bytes, pages of " + report.geometry.pageBytes);
            }
            for (Site site : report.sites) {
                Integer number = numbers.putIfAbsent(site.key(), sites.size());
                if (number == null) {
                    number = sites.size();
                    sites.add(site);
                    groups.add(number);
                } else {
                    sites.set(number, sites.get(number).plus(site));
                }
                groups.set(root(groups, number), root(groups, known.getOrDefault(site.values.group, number)));
                known.putIfAbsent(site.values.group, number);
            }
        }
        return new AgentReport(first.process, first.geometry, first.options, IntStream.range(0, sites.size())
            .mapToObj(i -> sites.get(i).in(root(groups, i))).toList());
    }

    private static UnreadableFile unreadable(String why) {
        return new UnreadableFile(ValidationRule.SCHEMA, why);
    }

    private static int root(List<Integer> groups, int site) {
        int root = site;
        while (groups.get(root) != root) {
            root = groups.get(root);
        }
        return root;
    }

    public AgentReport {
        Objects.requireNonNull(process);
        Objects.requireNonNull(geometry);
        sites = List.copyOf(Objects.requireNonNull(sites));
    }
}
