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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.file.Examination.Quoted;
import org.tearline.file.Examination.UnreadableFile;
import org.tearline.file.Examination.ValidationRule;
import org.tearline.file.ExportedFile;
import org.tearline.promise.AccessClass;
import org.tearline.trial.Architecture;
import org.tearline.trial.Geometry;
import org.tearline.trial.TrialSpec.ReadMode;
import org.tearline.trial.TrialSpec.Tier;
import org.tearline.trial.TrialSpec.WriteMode;

/** The parts of an agent's report that are judged; see agent.schema.json. Thread-safe. */
public record AgentReport(Program process, Geometry geometry, Options options, List<Site> sites) {
    /** 64 times the size of a report with 1,024 sites of one frame each. */
    private static final int MAX_BYTES = 64 << 20;

    public AgentReport {
        Objects.requireNonNull(process);
        if (Integer.bitCount(geometry.lineBytes()) != 1 || Integer.bitCount(geometry.pageBytes()) != 1
            || geometry.lineBytes() > geometry.pageBytes()) {
            throw new IllegalArgumentException(geometry.toString());
        }
        sites = List.copyOf(Objects.requireNonNull(sites));
    }

    /** The watched JVM. */
    public record Program(String jvm, String javaVersion, String os, String architecture) {
    }

    /** @param plain whether plain accesses were watched; if not, a later plain write may have been missed */
    public record Options(boolean plain) {
    }

    /**
     * Code that accesses misaligned values.
     *
     * @param object    class of the heap object; null for native memory
     * @param mapping   null if unknown
     * @param site      index of the first frame outside the access libraries
     */
    public record Site(Access access, String object, long hits, List<Place> places, Values values, Mapping mapping,
                       int site, List<Frame> frames) {
        public Site {
            Objects.requireNonNull(access);
            Objects.requireNonNull(values);
            places = List.copyOf(places);
            frames = List.copyOf(frames);
        }

        public Frame frame() {
            return frames.get(site);
        }

        /** Whether other processes may map the memory. */
        public boolean seenByProcesses() {
            return mapping != null && mapping.shared;
        }

        /** Whether another thread of the process may read half of a value; true if the agent lost count. */
        public boolean contended() {
            return values.known == 0 || values.shared > values.publishedOnce + values.handedOver + values.locked;
        }

        /** Identifies this site in the reports of other JVMs. */
        private List<Object> key() {
            return Arrays.asList(access, object, mapping, site, frames);
        }

        private Site plus(Site other) {
            Map<Place, Long> summed = Stream.concat(places.stream(), other.places.stream()).collect(Collectors
                .groupingBy(place -> place.with(0), LinkedHashMap::new, Collectors.summingLong(Place::hits)));
            return new Site(access, object, hits + other.hits, summed.entrySet().stream()
                .map(place -> place.getKey().with(place.getValue())).toList(), values.plus(other.values), mapping, site,
                frames);
        }

        private Site with(Values changed) {
            return new Site(access, object, hits, places, changed, mapping, site, frames);
        }
    }

    /** @param mode as in the tester's options */
    public record Access(String method, Operation operation, String mode, int bytes) {
        public Access {
            Objects.requireNonNull(method);
            Objects.requireNonNull(operation);
            Objects.requireNonNull(mode);
        }

        AccessClass on(Architecture architecture) {
            return switch (operation) {
                case READ -> AccessClass.of(ReadMode.valueOf(mode.toUpperCase(Locale.ROOT)), architecture);
                case WRITE -> AccessClass.of(WriteMode.valueOf(mode.toUpperCase(Locale.ROOT)), Tier.C2, architecture);
                // The JDK implements bitwise updates as compare-and-set loops.
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
            return Arrays.stream(modes).anyMatch(known -> known.toString().equals(mode));
        }
    }

    /** Whether an access reads, writes, or both. */
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
     * @param offset from the start of the line; in an object, whose line is unknown, from a multiple of 8
     */
    public record Place(int offset, boolean crossesPage, long hits) {
        private Place with(long otherHits) {
            return new Place(offset, crossesPage, otherHits);
        }
    }

    /**
     * Counts of the values at a site and of the threads that touched them.
     *
     * @param known         0 if the agent lost count
     * @param group         the same for all sites of a report that touched the same value
     * @param publishedOnce shared values that were written only before a second thread touched them
     * @param handedOver    shared values that no thread touched again once another thread had touched them
     * @param locked        shared values accessed by locked instructions only; a value is in at most one of the last
     *                      three counts
     */
    public record Values(long known, long shared, int mostThreads, int threadLimit, int group, Long publishedOnce,
                         Long handedOver, Long locked) {
        /** Older reports lack the last three counts. */
        public Values {
            publishedOnce = publishedOnce == null ? 0 : publishedOnce;
            handedOver = handedOver == null ? 0 : handedOver;
            locked = locked == null ? 0 : locked;
        }

        /** The sum is unknown if either is. */
        private Values plus(Values other) {
            int most = Math.max(mostThreads, other.mostThreads);
            return known == 0 || other.known == 0 ? new Values(0, 0, most, threadLimit, group, 0L, 0L, 0L)
                : new Values(known + other.known, shared + other.shared, most, threadLimit, group,
                    publishedOnce + other.publishedOnce, handedOver + other.handedOver, locked + other.locked);
        }

        private Values withoutPlain() {
            return new Values(known, shared, mostThreads, threadLimit, group, 0L, 0L, locked);
        }

        private Values in(int other) {
            return new Values(known, shared, mostThreads, threadLimit, other, publishedOnce, handedOver, locked);
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

    /** @throws UnreadableFile if this is not an agent's report */
    public static AgentReport read(Path file) throws IOException, UnreadableFile {
        AgentReport report = ExportedFile.read(file, MAX_BYTES, AgentReport.class);
        for (int i = 0; i < report.sites.size(); i++) {
            Site site = report.sites.get(i);
            if (!site.access.known()) {
                throw unreadable("/sites/" + i + "/access: a " + site.access.operation + " cannot be "
                    + Quoted.of(site.access.mode) + " or have " + site.access.bytes + " bytes");
            }
            if (site.site < 0 || site.site >= site.frames.size()) {
                throw unreadable("/sites/" + i + "/site: frame " + site.site + " does not exist; number of frames: "
                    + site.frames.size());
            }
            int lineBytes = report.geometry.lineBytes();
            if (site.places.stream().anyMatch(place -> place.offset < 0 || place.offset >= lineBytes)) {
                throw unreadable("/sites/" + i + "/places: an offset is outside the line");
            }
        }
        return report.options.plain ? report : new AgentReport(report.process, report.geometry, report.options,
            report.sites.stream().map(site -> site.with(site.values.withoutPlain())).toList());
    }

    /**
     * Merges the reports of several JVMs, adding up the hits of equal sites.
     *
     * @throws UnreadableFile if lines, pages or instruction sets differ
     */
    public static AgentReport merged(List<AgentReport> reports) throws UnreadableFile {
        AgentReport first = reports.get(0);
        if (reports.size() == 1) {
            return first;
        }
        Map<List<Object>, Integer> numbers = new HashMap<>();
        List<Site> sites = new ArrayList<>();
        List<Integer> groups = new ArrayList<>();
        for (AgentReport report : reports) {
            Map<Integer, Integer> known = new HashMap<>();
            if (!report.geometry.equals(first.geometry)
                || !report.process.architecture.equals(first.process.architecture)) {
                throw unreadable("from a different kind of machine than the first report: "
                    + Quoted.of(report.process.architecture) + ", lines of " + report.geometry.lineBytes()
                    + " bytes, pages of " + report.geometry.pageBytes());
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
            .mapToObj(i -> sites.get(i).with(sites.get(i).values.in(root(groups, i)))).toList());
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
}
