// SPDX-License-Identifier: Apache-2.0
package org.tearline.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.tearline.plan.Architecture;
import org.tearline.platform.CpuSignature;
import org.tearline.platform.Isa;
import org.tearline.promise.CpuFeature;
import org.tearline.promise.CpuTraits;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which model numbers vendors gave to which CPUs, for who knows no more of theirs. A number leads to a signature, and
 * that to the name of a design as everywhere in the tester. Read once; any thread.
 */
final class ModelNumbers {
    private static final String FILE = "/report/models.json";
    private static final List<Brand> BRANDS = read();
    /** In the order of the file, by which rows and the script name them. */
    private static final List<Series> ALL = BRANDS.stream().flatMap(brand -> brand.series.stream()
        .map(numbers -> Series.of(brand, numbers))).toList();

    private ModelNumbers() {
    }

    /** A brand as the file has it. */
    record Brand(String brand, List<String> words, String vendor, String source, String url, List<Numbers> series) {
    }

    /** The numbers of one generation: a regular expression that Java and the script understand alike. */
    record Numbers(String numbers, Integer family, Integer model, Integer stepping, String names) {
    }

    /**
     * The numbers of one design.
     *
     * @param words  of the brand, any of which decides between two brands with one number
     * @param design as the tester names it, without its market; empty where a number does not tell
     * @param names  other names of the design
     */
    record Series(String brand, List<String> words, String numbers, String design, String names, CpuTraits traits) {
        private static Series of(Brand brand, Numbers of) {
            return new Series(brand.brand, brand.words, of.numbers, new CpuSignature(brand.vendor, of.family, of.model,
                of.stepping, null, null, null, null, null).microarchitecture(Isa.X86).map(ModelNumbers::bare)
                .orElse(""), of.names, new CpuTraits(Architecture.X86_64, brand.vendor, of.family, of.model,
                Set.of(CpuFeature.AVX)));
        }

        /** Whether it is what the tester calls by this name. */
        boolean isOf(String microarchitecture) {
            return !design.isEmpty() && design.equals(bare(microarchitecture));
        }

        /** Whether somebody's words name it: Zen is not named in Zen 2. */
        boolean isNamedIn(String text) {
            return !design.isEmpty() && Pattern.compile("\\b" + Pattern.quote(design) + "(?![\\w+]| \\d)")
                .matcher(text).find();
        }
    }

    static List<Series> all() {
        return ALL;
    }

    /** Where the numbers stand. */
    static List<Brand> brands() {
        return BRANDS;
    }

    /** The numbers of some series, for the attribute of a row. */
    static String which(Predicate<Series> some) {
        return IntStream.range(0, ALL.size()).filter(i -> some.test(ALL.get(i))).mapToObj(String::valueOf)
            .collect(Collectors.joining(" "));
    }

    /** The names of some series, to be searched. */
    static String names(Predicate<Series> some) {
        return ALL.stream().filter(some).flatMap(series -> Stream.of(series.design, series.names))
            .filter(name -> !name.isEmpty()).distinct().collect(Collectors.joining(", "));
    }

    /** Without (Server) and (Client). */
    private static String bare(String microarchitecture) {
        return microarchitecture.replaceFirst(" \\(.*", "");
    }

    private static List<Brand> read() {
        try (InputStream in = ModelNumbers.class.getResourceAsStream(FILE)) {
            return List.of(JsonMapper.shared().readValue(in, Brand[].class));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + FILE, e);
        }
    }
}
