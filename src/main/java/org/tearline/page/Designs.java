// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.archive.CpuDesign;
import org.tearline.promise.Rule.Source;
import org.tearline.trial.Geometry;

/**
 * All CPU designs that can be found by name, measured or not. The x86-64 designs come from {@link ModelNumbers}.
 * Thread-safe.
 */
final class Designs {
    private static final int LINE_BYTES = 64;
    private static final int PAGE_BYTES = 4096;
    /** Takes the place of a source if a name itself shows the design, as Apple M1 Max does. */
    private static final String OWN_NAME = "name";
    /** Takes the place of a source if there is none. */
    private static final String GUESS = "guess";
    /** The families with a single page size. */
    private static final Set<String> X86 = Set.of("Intel: P6 and later", "AMD: all", "VIA, Zhaoxin, Hygon");
    private static final File READ = Resource.json("/page/designs.json", File.class);
    private static final List<Design> ALL = all();
    private static final Map<String, List<String>> RELATIVES = READ.lineages.stream()
        .flatMap(List::stream)
        .distinct()
        .collect(Collectors.toMap(name -> name, Designs::around));

    private Designs() {
    }

    /**
     * A design, or a CPU of unknown design.
     *
     * @param id       the design's name in links
     * @param maker    the designer; empty for an unknown design
     * @param names    other names that the search accepts
     * @param guesses  those of the other names that have no source
     * @param families the families whose promises apply; several if the name is ambiguous
     * @param cpuinfo  the identifying lines of /proc/cpuinfo; empty if they vary
     * @param assumed  whether the page size is assumed
     * @param unknown  whether the design is unknown
     */
    record Design(String id, String name, String maker, List<String> names, List<String> guesses,
                    List<String> families, String cpuinfo, Geometry geometry, boolean assumed, boolean unknown) {
        /** Whether a text names this design. The text "Zen 2" does not name Zen. */
        boolean isNamedIn(String text) {
            return !unknown && Stream.concat(Stream.of(name), names.stream()).anyMatch(one -> Pattern.compile("\\b"
                + Pattern.quote(one) + "(?![\\w+]| \\d)").matcher(text).find());
        }

        /** Whether this is the tester's name for the design. */
        boolean isOf(String microarchitecture) {
            return !unknown && squeezed(CpuDesign.bare(microarchitecture)).equals(squeezed(name));
        }
    }

    private record File(Map<String, Source> sources, List<List<String>> lineages, List<Listed> designs,
                        List<Unknown> unknown) {
    }

    /** A number and the name of its source. */
    private record Fact(int bytes, String source) {
    }

    /**
     * A design in the file.
     *
     * @param also other names, each with {@link #OWN_NAME}, {@link #GUESS} or the name of its source
     */
    private record Listed(String name, String maker, String family, Map<String, String> also, String cpuinfo,
                          String architecture, String source, Fact lineBytes, Fact pageBytes) {
        Design known() {
            Map<String, String> names = Objects.requireNonNullElse(also, Map.of());
            List<String> guesses = names.entrySet().stream().filter(one -> one.getValue().equals(GUESS))
                .map(Map.Entry::getKey).toList();
            Geometry geometry = new Geometry(bytes(lineBytes, LINE_BYTES), bytes(pageBytes, PAGE_BYTES));
            boolean assumed = pageBytes == null && !X86.contains(family);
            return new Design(slug(name), name, maker, List.copyOf(names.keySet()), guesses, List.of(family),
                Objects.requireNonNullElse(cpuinfo, ""), geometry, assumed, false);
        }

        private static int bytes(Fact fact, int usual) {
            return fact == null ? usual : fact.bytes;
        }

        private Stream<String> sources() {
            return Stream.of(Stream.of(source), also == null ? Stream.<String>of() : also.values().stream(),
                Stream.of(lineBytes, pageBytes).filter(Objects::nonNull).map(Fact::source)).flatMap(some -> some);
        }
    }

    private record Unknown(String name, List<String> families, List<String> also) {
        Design known() {
            return new Design(slug(name), name, "", also, List.of(), families, "",
                new Geometry(LINE_BYTES, PAGE_BYTES), families.stream().noneMatch(X86::contains), true);
        }
    }

    /** Returns all designs. Other classes refer to a design by its index. */
    static List<Design> list() {
        return ALL;
    }

    /** Returns the known architectures by design name. */
    static Map<String, String> architectures() {
        return READ.designs.stream().filter(design -> design.architecture != null)
            .collect(Collectors.toMap(Listed::name, Listed::architecture));
    }

    static List<Source> sources() {
        return List.copyOf(READ.sources.values());
    }

    /** Returns the names of sources that designs use but the file does not define. */
    static List<String> missingSources() {
        return READ.designs.stream().flatMap(Listed::sources).filter(source -> !READ.sources.containsKey(source)
            && !source.equals(OWN_NAME) && !source.equals(GUESS)).distinct().toList();
    }

    /** Returns the designs that descend from each other, each list from the oldest to the newest. */
    static List<List<String>> lineages() {
        return READ.lineages;
    }

    /** Returns the direct ancestors and descendants of a design, and then theirs, the newer first. */
    static List<String> relatives(String name) {
        return RELATIVES.getOrDefault(name, List.of());
    }

    private static List<String> around(String name) {
        List<String> near = neighbours(name);
        return Stream.concat(near.stream(), near.stream().flatMap(one -> neighbours(one).stream())).distinct()
            .filter(one -> !one.equals(name)).toList();
    }

    private static List<String> neighbours(String name) {
        return READ.lineages.stream().filter(line -> line.contains(name)).flatMap(line -> Stream.of(1, -1)
            .map(step -> line.indexOf(name) + step).filter(at -> at >= 0 && at < line.size()).map(line::get)).toList();
    }

    /** Returns the index of a design, or -1. */
    static int number(String microarchitecture) {
        return IntStream.range(0, ALL.size()).filter(i -> ALL.get(i).isOf(microarchitecture)).findFirst().orElse(-1);
    }

    /** Returns the index of the design with this name or other name. */
    static int named(String name) {
        return IntStream.range(0, ALL.size()).filter(i -> Stream.concat(Stream.of(ALL.get(i).name()),
            ALL.get(i).names().stream()).anyMatch(name::equals)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("unknown CPU " + name));
    }

    private static List<Design> all() {
        List<Design> all = new ArrayList<>();
        Map<String, List<ModelNumbers.Series>> designs = new LinkedHashMap<>();
        ModelNumbers.all().stream().filter(series -> !series.design().isEmpty())
            .forEach(series -> designs.computeIfAbsent(series.design(), absent -> new ArrayList<>()).add(series));
        designs.forEach((name, series) -> all.add(ofSeries(name, series)));
        READ.designs.forEach(design -> all.add(design.known()));
        READ.unknown.forEach(unknown -> all.add(unknown.known()));
        return List.copyOf(all);
    }

    private static Design ofSeries(String name, List<ModelNumbers.Series> series) {
        Set<String> names = new LinkedHashSet<>();
        series.forEach(one -> Stream.of(one.names().split(", ")).filter(word -> !word.isEmpty()).forEach(names::add));
        Set<String> cpuinfo = series.stream().map(ModelNumbers.Series::cpuinfo).collect(Collectors.toSet());
        ModelNumbers.Series first = series.get(0);
        return new Design(slug(name), name, first.maker(), List.copyOf(names), List.of(),
            List.of(first.family()), cpuinfo.size() == 1 ? first.cpuinfo() : "", new Geometry(LINE_BYTES, PAGE_BYTES),
            false, false);
    }

    private static String slug(String name) {
        return name.toLowerCase(Locale.ROOT).replace("+", "-plus").replaceAll("[^a-z0-9]+", "-");
    }

    /** Removes everything that people omit or spell differently. */
    static String squeezed(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9+]+", "");
    }
}
