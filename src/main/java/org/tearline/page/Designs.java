// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import static com.fasterxml.jackson.annotation.JsonProperty.Access.WRITE_ONLY;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
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
import java.util.stream.Stream;
import org.tearline.archive.CpuDesign;
import org.tearline.trial.Geometry;

/**
 * All CPU designs that can be found by name, measured or not, and the model numbers of x86-64 CPUs. Thread-safe.
 */
final class Designs {
    private static final File READ = Resource.json("/page/designs.json", File.class);
    static final List<Brand> BRANDS = List.of(Resource.json("/page/models.json", Brand[].class));
    static final List<Design> ALL = all();
    private static final Map<String, List<String>> RELATIVES = READ.lineages.stream()
        .flatMap(List::stream).distinct().collect(Collectors.toMap(name -> name, Designs::around));

    private Designs() {
    }

    /**
     * A design, or a CPU of unknown design.
     *
     * @param maker    the designer; empty for an unknown design
     * @param names    other names that the search accepts
     * @param families the families whose promises apply; several if the name is ambiguous
     * @param cpuinfo  the identifying lines of /proc/cpuinfo; empty if they vary
     */
    record Design(String name, String maker, List<String> names, List<String> families, String cpuinfo,
                  Geometry geometry, boolean unknown) {
        /** Stands for a measured CPU that the list lacks. */
        static final Design NONE = new Design("", "", List.of(), List.of(), "", Geometry.USUAL, false);

        /** Returns the design's name in links. */
        String id() {
            return name.toLowerCase(Locale.ROOT).replace("+", "-plus").replaceAll("[^a-z0-9]+", "-");
        }

        /** Whether a text names this design. The text "Zen 2" does not name Zen. */
        boolean isNamedIn(String text) {
            return !unknown && this != NONE && allNames().filter(text::contains).anyMatch(one -> Pattern.compile("\\b"
                + Pattern.quote(one) + "(?![\\w+]| \\d)").matcher(text).find());
        }

        /** Returns this design with the names and numbers of another series. */
        private Design plus(Design other) {
            return new Design(name, maker, Stream.concat(names.stream(), other.names.stream()).distinct().toList(),
                families, cpuinfo.equals(other.cpuinfo) ? cpuinfo : "", geometry, unknown);
        }

        Stream<String> allNames() {
            return Stream.concat(Stream.of(name), names.stream());
        }

        /** Whether a microarchitecture, as the tester names it, is this design. */
        boolean isOf(String microarchitecture) {
            return !unknown && squeezed(CpuDesign.bare(microarchitecture)).equals(squeezed(name));
        }
    }

    /** A vendor's brand, and the family whose promises apply. The page gets what the script needs. */
    record Brand(String brand, List<String> words, @JsonProperty(access = WRITE_ONLY) String maker,
                 @JsonProperty(access = WRITE_ONLY) String family, List<Series> series) {
    }

    /**
     * The model numbers of one generation.
     *
     * @param numbers a regular expression for both Java and JavaScript
     * @param design  the name of the design, as the tester finds it by the CPU's signature; empty if the numbers are
     *                ambiguous
     * @param cpuinfo the identifying lines of /proc/cpuinfo
     * @param names   other names of the design, separated by commas
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    record Series(String numbers, @JsonSetter(nulls = Nulls.AS_EMPTY) String design,
                  @JsonSetter(nulls = Nulls.AS_EMPTY) String cpuinfo,
                  @JsonProperty(access = WRITE_ONLY) @JsonSetter(nulls = Nulls.AS_EMPTY) String names) {
    }

    /** @param lineages designs that descend from each other, each list from the oldest to the newest */
    private record File(List<List<String>> lineages, List<Listed> designs, List<Unknown> unknown) {
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
            return new Design(name, maker, names, List.of(family), Objects.requireNonNullElse(cpuinfo, ""), geometry,
                false);
        }

        private static int bytes(Fact fact, int usual) {
            return fact == null ? usual : fact.bytes;
        }
    }

    private record Unknown(String name, List<String> families, List<String> also) {
        Design toDesign() {
            return new Design(name, "", also, families, "", Geometry.USUAL, true);
        }
    }

    /** Returns the names of the other designs of the same lineages, the nearest first, descendants before ancestors. */
    static List<String> relatives(String name) {
        return RELATIVES.getOrDefault(name, List.of());
    }

    private static List<String> around(String name) {
        Set<String> around = new LinkedHashSet<>(List.of(name));
        for (int known = 0; known < around.size();) {
            known = around.size();
            List.copyOf(around).forEach(one -> around.addAll(neighbours(one)));
        }
        around.remove(name);
        return List.copyOf(around);
    }

    private static List<String> neighbours(String name) {
        List<String> neighbours = new ArrayList<>();
        for (List<String> line : READ.lineages) {
            int at = line.indexOf(name);
            if (at >= 0) {
                neighbours.addAll(line.subList(at + 1, Math.min(at + 2, line.size())));
                neighbours.addAll(line.subList(Math.max(at - 1, 0), at));
            }
        }
        return neighbours;
    }

    /** Returns the design by the tester's name for it, or {@link Design#NONE} if it is not listed. */
    static Design of(String microarchitecture) {
        return ALL.stream().filter(one -> one.isOf(microarchitecture)).findFirst().orElse(Design.NONE);
    }

    private static List<Design> all() {
        Map<String, Design> all = new LinkedHashMap<>();
        for (Brand brand : BRANDS) {
            brand.series.stream().filter(series -> !series.design.isEmpty()).forEach(series ->
                all.merge(series.design, ofSeries(brand, series), Design::plus));
        }
        return Stream.of(all.values().stream(), READ.designs.stream().map(Listed::toDesign),
            READ.unknown.stream().map(Unknown::toDesign)).flatMap(designs -> designs).toList();
    }

    private static Design ofSeries(Brand brand, Series series) {
        List<String> names = Stream.of(series.names.split(", ")).filter(one -> !one.isEmpty()).toList();
        return new Design(series.design, brand.maker, names, List.of(brand.family), series.cpuinfo, Geometry.USUAL,
            false);
    }

    /** Keeps only letters, in lower case, digits and plus signs: people write or omit everything else differently. */
    static String squeezed(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9+]+", "");
    }
}
