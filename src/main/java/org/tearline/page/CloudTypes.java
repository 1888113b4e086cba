// SPDX-License-Identifier: Apache-2.0
package org.tearline.page;

import java.util.List;
import java.util.stream.Stream;

/** The CPUs of cloud instance types, each from a cited source. Thread-safe. */
final class CloudTypes {
    private static final String NAMES = "NAMES";
    private static final List<Type> ALL = Stream.of(Resource.json("/page/instances.json", Provider[].class))
        .flatMap(Provider::all).toList();

    private CloudTypes() {
    }

    /** A possible CPU of a type: its index in {@link Designs} and its identifying lines of /proc/cpuinfo. */
    record OneOf(int cpu, String cpuinfo) {
    }

    /**
     * Instance types with the same CPUs.
     *
     * @param names a regular expression for both Java and JavaScript
     */
    record Type(String provider, String names, String source, String url, List<OneOf> cpus) {
    }

    /** @param form a regular expression for all names of the provider, in which NAMES stands for those of a type */
    private record Provider(String provider, String form, String source, String url, List<Names> types) {
        private Stream<Type> all() {
            return types.stream().map(type -> new Type(provider, form.replace(NAMES, type.names), source, url,
                type.cpus.stream().map(CloudTypes::resolved).distinct().toList()));
        }
    }

    private record Names(String names, List<String> cpus) {
    }

    static List<Type> all() {
        return ALL;
    }

    /** Finds the CPU for a brand with a model number, or for the name of a design. */
    private static OneOf resolved(String cpu) {
        String[] words = cpu.split(" ", 2);
        for (ModelNumbers.Series series : ModelNumbers.all()) {
            if (series.brand().equals(words[0]) && words[1].matches("(?i)" + series.numbers())) {
                return new OneOf(Designs.number(series.design()), series.cpuinfo());
            }
        }
        int named = Designs.named(cpu);
        return new OneOf(named, Designs.list().get(named).cpuinfo());
    }
}
