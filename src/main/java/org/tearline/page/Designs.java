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
     * @param families the families whose promises apply; several if the name is ambiguous
     * @param cpuinfo  the identifying lines of /proc/cpuinfo; empty if they vary
     */
    record Design(String id, String name, String maker, List<String> names, List<String> families, String cpuinfo,
                  Geometry geometry, boolean unknown) {
        /** Whether a text names this design. The text "Zen 2" does not name Zen. */
        boolean isNamedIn(String text) {
            return !unknown && allNames().filter(text::contains).anyMatch(one -> Pattern.compile("\\b"
                + Pattern.quote(one) + "(?![\\w+]| \\d)").matcher(text).find());
        }

        private Stream<String> allNames() {
            return Stream.concat(Stream.of(name), names.stream());
        }

        /** Whether a microarchitecture, as the tester names it, is this design. */
        boolean isOf(String microarchitecture) {
            return !unknown && squeezed(CpuDesign.bare(microarchitecture)).equals(squeezed(name));
        }
    }

    /** @param lineages designs that descend from each other, each list from the oldest to the newest */
    private record File(Map<String, Source> sources, List<List<String>> lineages, List<Listed> designs,
                        List<Unknown> unknown) {
    }

    /** A size in bytes; the file also names its source. */
    private record Fact(int bytes) {
    }

    /**
     * A design in the file.
     *
     * @param also other names, each with the key of its source: "name" if the name itself shows the design, "guess"
     *             without a source
     */
    private record Listed(String name, String maker, String family, Map<String, String> also, String cpuinfo,
                          Fact lineBytes, Fact pageBytes) {
        Design toDesign() {
            List<String> names = also == null ? List.of() : List.copyOf(also.keySet());
            Geometry geometry = new Geometry(bytes(lineBytes, Geometry.USUAL.lineBytes()),
                bytes(pageBytes, Geometry.USUAL.pageBytes()));
            return new Design(slug(name), name, maker, names, List.of(family),
                Objects.requireNonNullElse(cpuinfo, ""), geometry, false);
        }

        private static int bytes(Fact fact, int usual) {
            return fact == null ? usual : fact.bytes;
        }
    }

    private record Unknown(String name, List<String> families, List<String> also) {
        Design toDesign() {
            return new Design(slug(name), name, "", also, families, "", Geometry.USUAL, true);
        }
    }

    /** Returns all designs. Other classes refer to a design by its index. */
    static List<Design> list() {
        return ALL;
    }

    static List<Source> sources() {
        return List.copyOf(READ.sources.values());
    }

    /** Returns the names of the other designs of the same lineages, the nearest first, descendants before ancestors. */
    static List<String> relatives(String name) {
        return RELATIVES.getOrDefault(name, List.of());
    }

    private static List<String> around(String name) {
        Set<String> around = new LinkedHashSet<>(List.of(name));
        for (List<String> next = List.of(name); !next.isEmpty();) {
            List<String> near = next.stream().flatMap(one -> neighbours(one).stream()).distinct().toList();
            next = near.stream().filter(around::add).toList();
        }
        around.remove(name);
        return List.copyOf(around);
    }

    private static List<String> neighbours(String name) {
        List<String> neighbours = new ArrayList<>();
        for (List<String> line : READ.lineages) {
            int at = line.indexOf(name);
            if (at >= 0 && at + 1 < line.size()) {
                neighbours.add(line.get(at + 1));
            }
            if (at > 0) {
                neighbours.add(line.get(at - 1));
            }
        }
        return neighbours;
    }

    /** Returns the index of a design by the tester's name for it, or -1 if it is not listed. */
    static int number(String microarchitecture) {
        return IntStream.range(0, ALL.size()).filter(i -> ALL.get(i).isOf(microarchitecture)).findFirst().orElse(-1);
    }

    /** Returns the index of the first design that has this name, possibly among its other names. */
    static int named(String name) {
        return IntStream.range(0, ALL.size()).filter(i -> ALL.get(i).allNames().anyMatch(name::equals)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("unknown CPU " + name));
    }

    private static List<Design> all() {
        List<Design> all = new ArrayList<>();
        ModelNumbers.all().stream().filter(series -> !series.design().isEmpty())
            .collect(Collectors.groupingBy(ModelNumbers.Series::design, LinkedHashMap::new, Collectors.toList()))
            .forEach((name, series) -> all.add(ofSeries(name, series)));
        READ.designs.forEach(design -> all.add(design.toDesign()));
        READ.unknown.forEach(unknown -> all.add(unknown.toDesign()));
        return List.copyOf(all);
    }

    private static Design ofSeries(String name, List<ModelNumbers.Series> series) {
        List<String> names = series.stream().flatMap(one -> Stream.of(one.names().split(", ")))
            .filter(one -> !one.isEmpty()).distinct().toList();
        ModelNumbers.Series first = series.get(0);
        boolean vary = series.stream().anyMatch(one -> !one.cpuinfo().equals(first.cpuinfo()));
        return new Design(slug(name), name, first.maker(), names, List.of(first.family()),
            vary ? "" : first.cpuinfo(), Geometry.USUAL, false);
    }

    private static String slug(String name) {
        return name.toLowerCase(Locale.ROOT).replace("+", "-plus").replaceAll("[^a-z0-9]+", "-");
    }

    /** Keeps only letters, in lower case, digits and plus signs: people write or omit everything else differently. */
    static String squeezed(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9+]+", "");
    }
}
