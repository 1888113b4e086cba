// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tearline.archive.CpuDesign;
import org.tearline.machine.CpuModel;
import org.tearline.promise.Guarantees;

/**
 * The model numbers of x86-64 CPUs. Each stands for a CPU signature, from which the design is derived as for this
 * machine's CPU. Thread-safe.
 */
final class ModelNumbers {
    private static final String INTEL = "GenuineIntel";
    private static final List<Brand> BRANDS = List.of(Resource.json("/page/models.json", Brand[].class));
    private static final List<Series> ALL = BRANDS.stream().flatMap(brand -> brand.series.stream()
        .map(numbers -> Series.of(brand, numbers))).toList();

    private ModelNumbers() {
    }

    /** A vendor's brand, as in models.json. */
    record Brand(String brand, List<String> words, String vendor, String source, String url, List<Numbers> series) {
    }

    /**
     * The model numbers of one generation, with its CPU signature.
     *
     * @param numbers a regular expression for both Java and JavaScript
     * @param model   null if the numbers are ambiguous
     */
    record Numbers(String numbers, Integer family, Integer model, Integer stepping, String names) {
    }

    /**
     * The model numbers of one CPU design.
     *
     * @param words   words in the brand string that tell apart brands with the same numbers
     * @param design  the tester's name for the design, shortened by {@link CpuDesign#bare}; empty if ambiguous
     * @param names   other names of the design
     * @param family  the name of the family whose promises apply
     * @param cpuinfo the identifying lines of /proc/cpuinfo; empty if the number is ambiguous
     */
    record Series(String brand, List<String> words, String numbers, String design, String names, String vendor,
                  String family, String cpuinfo) {
        private static Series of(Brand brand, Numbers of) {
            String family = Guarantees.load().families().stream()
                .filter(one -> brand.vendor.equals(one.traits().vendor())).findFirst().orElseThrow().name();
            String cpuinfo = of.model == null ? "" : cpuinfo(brand, of);
            return new Series(brand.brand, brand.words, of.numbers, design(brand, of), of.names, brand.vendor,
                family, cpuinfo);
        }

        /** Returns the identifying lines. Omits the stepping if all steppings of the model have the same design. */
        private static String cpuinfo(Brand brand, Numbers of) {
            Set<String> designs = new HashSet<>();
            for (Brand other : BRANDS) {
                for (Numbers one : other.series) {
                    if (other.vendor.equals(brand.vendor) && of.family.equals(one.family)
                        && of.model.equals(one.model)) {
                        designs.add(design(other, one));
                    }
                }
            }
            String stepping = designs.size() == 1 ? "" : ", stepping : " + of.stepping;
            return "cpu family : " + of.family + ", model : " + of.model + stepping;
        }

        private static String design(Brand brand, Numbers of) {
            String known = CpuModel.numbered(brand.vendor, of.family, of.model, of.stepping, null).withDesign()
                .microarchitecture();
            return known == null ? "" : CpuDesign.bare(known);
        }

        String maker() {
            return INTEL.equals(vendor) ? "Intel" : "AMD";
        }
    }

    static List<Series> all() {
        return ALL;
    }

    static List<Brand> brands() {
        return BRANDS;
    }
}
